import {
  type CommandHelp,
  commonOptions,
  type OptionHelp,
  pagesOf,
  unnamedChoices,
} from '../../cli/commands/command.ts';
import { commandGroups, exitCodeHelp } from '../../cli/commands.ts';
import { table } from './table.ts';

/** The parts of the reference of the command line. */
export function commandParts(): Readonly<Record<string, string>> {
  return { contents: contents(), commands: reference(), common: optionTable(commonOptions), exits: exitTable() };
}

function contents(): string {
  return table(
    ['to', 'use'],
    commandGroups.map(({ title, commands }) => [
      title.toLowerCase(),
      commands.map(({ name }) => `[${name}](#leasehold-${name})`).join(', '),
    ]),
  );
}

function reference(): string {
  const groups = commandGroups.map(({ title, commands }) => [`## ${title}`, ...commands.map(section)].join('\n\n'));
  return groups.join('\n\n');
}

function section(command: CommandHelp): string {
  const { name, summary, details, arguments: list, options, examples } = command;
  const words = list.map((one) => (one.required ? `<${one.name}>` : `[${one.name}]`));
  const rows = list.map((one) => [`\`${one.name}\``, one.summary]);
  return [
    `### leasehold ${name}`,
    `\`\`\`text\n${['leasehold', name, ...words, '[options]'].join(' ')}\n\`\`\``,
    `${upperFirst(summary)}. ${details}`,
    ...(rows.length === 0 ? [] : [table(['argument', 'description'], rows)]),
    ...(options.length === 0 ? [] : [optionTable(options)]),
    `\`\`\`bash\n${examples.join('\n')}\n\`\`\``,
    `More: ${pagesOf(command)
      .map((page) => `[${page}](${page.replace(/^docs\//, '')})`)
      .join(', ')}`,
  ].join('\n\n');
}

function optionTable(options: readonly OptionHelp[]): string {
  const name = ({ short, name: long, value }: OptionHelp) =>
    `${short === undefined ? '' : `\`-${short}\`, `}\`--${long}${value === undefined ? '' : ` ${value}`}\``;
  const rows = options.map((option) => [name(option), optionText(option)]);
  return table(['option', 'description'], rows);
}

function optionText(option: OptionHelp): string {
  const { summary, setting } = option;
  const choices = unnamedChoices(option);
  const list = choices.length === 0 ? '' : `: ${choices.map((choice) => `\`${choice}\``).join(', ')}`;
  return `${summary}${list}${setting === undefined ? '' : `. Setting: \`${setting}\``}`;
}

function exitTable(): string {
  return table(['code', 'meaning'], exitCodeHelp);
}

function upperFirst(text: string): string {
  return text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
