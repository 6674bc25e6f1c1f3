import type { OptionHelp } from '../commands/command.ts';
import { type CompletedCommand, takesPath } from './words.ts';

/** A completion function of zsh, for the file _leasehold in a directory of the fpath. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const rows = commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}\n`);
  return `#compdef leasehold
# Completion script of leasehold for zsh. Regenerate it after an update: leasehold completion zsh
_leasehold() {
  local -a commands=(
${rows.join('')}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(commandCase).join('')}  esac
}
compdef _leasehold leasehold
`;
}

function commandCase({ name, options, words, takesPaths }: CompletedCommand): string {
  const first = words.length === 0 ? [] : [quote(`1:argument:(${words.join(' ')})`)];
  const rest = takesPaths ? [quote('*:file:_files')] : [];
  const all = [...options.flatMap(specsOf), ...first, ...rest];
  return `    ${name}) _arguments ${all.join(' ')} ;;\n`;
}

/** One specification for each spelling: `--out[directory]:DIR:_files`. */
function specsOf(option: OptionHelp): readonly string[] {
  const { name, short, summary, repeats = false } = option;
  const description = summary.replace(/[[\]:]/g, ' ');
  const tail = `[${description}]${valueSpec(option)}`;
  const spellings = short === undefined ? [`--${name}`] : [`-${short}`, `--${name}`];
  return spellings.map((spelling) => quote(`${repeats ? '*' : ''}${spelling}${tail}`));
}

function valueSpec(option: OptionHelp): string {
  if (option.value === undefined) return '';
  if (option.choices) return `:${option.value}:(${option.choices.join(' ')})`;
  return `:${option.value}:${takesPath(option) ? '_files' : ' '}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
