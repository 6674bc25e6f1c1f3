import type { OptionHelp } from '../commands/command.ts';
import { type CompletedCommand, takesPath } from './words.ts';

/** A completion script for fish. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const head = [
    '# Completion script of leasehold for fish. Regenerate it after an update: leasehold completion fish',
    'complete -c leasehold -f',
  ];
  return `${[...head, ...commands.flatMap(commandLines)].join('\n')}\n`;
}

function commandLines(command: CompletedCommand): readonly string[] {
  const { name, summary, options, words, takesPaths } = command;
  const here = `complete -c leasehold -n '__fish_seen_subcommand_from ${name}'`;
  const first = words.length === 0 ? [] : [`${here} -a ${quote(words.join(' '))}`];
  const paths = takesPaths ? [`${here} -F`] : [];
  return [
    `complete -c leasehold -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
    ...first,
    ...paths,
    ...options.map((option) => `${here} ${optionText(option)}`),
  ];
}

function optionText(option: OptionHelp): string {
  const { name, short, summary, value, choices } = option;
  const spelling = `${short === undefined ? '' : `-s ${short} `}-l ${name} -d ${quote(summary)}`;
  if (value === undefined) return spelling;
  if (choices) return `${spelling} -x -a ${quote(choices.join(' '))}`;
  return `${spelling} ${takesPath(option) ? '-r -F' : '-x'}`;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
