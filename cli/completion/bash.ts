import type { OptionHelp } from '../commands/command.ts';
import { type CompletedCommand, takesPath } from './words.ts';

/** A completion script for bash 3.2 or later; macOS has 3.2. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const names = [...commands.map(({ name }) => name), 'help'];
  return `# Completion script of leasehold for bash. Regenerate it after an update: leasehold completion bash
_leasehold() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${names.join(' ')}' -- "$current"))
    return
  fi
  case "$command $previous" in
${commands.flatMap(valueCases).join('')}  esac
  case "$command" in
${commands.map(commandCase).join('')}    help) [ "$COMP_CWORD" -eq 2 ] && COMPREPLY=($(compgen -W '${names.join(' ')}' -- "$current")) ;;
  esac
}
complete -o filenames -F _leasehold leasehold
`;
}

function valueCases({ name, options }: CompletedCommand): readonly string[] {
  return options.flatMap((option) => {
    const values = valuesOf(option);
    if (values === undefined) return [];
    const spellings = spellingsOf(option).map((spelling) => `'${name} ${spelling}'`);
    return [`    ${spellings.join(' | ')}) ${values}; return ;;\n`];
  });
}

/**
 * The shell command that completes the value of an option: `:` if only the user knows the value. Undefined for a
 * switch.
 */
function valuesOf(option: OptionHelp): string | undefined {
  if (option.choices) return reply(`-W '${option.choices.join(' ')}'`);
  if (takesPath(option)) return reply('-f');
  return option.value === undefined ? undefined : ':';
}

function commandCase({ name, options, words, takesPaths }: CompletedCommand): string {
  const all = options.flatMap(spellingsOf);
  const first = words.length === 0 ? '' : `elif [ "$COMP_CWORD" -eq 2 ]; then ${reply(`-W '${words.join(' ')}'`)}; `;
  const rest = takesPaths ? `else ${reply('-f')}; ` : '';
  return `    ${name}) if [ "\${current#-}" != "$current" ]; then ${reply(`-W '${all.join(' ')}'`)}; ${first}${rest}fi ;;\n`;
}

function spellingsOf({ name, short }: OptionHelp): readonly string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}

function reply(generate: string): string {
  return `COMPREPLY=($(compgen ${generate} -- "$current"))`;
}
