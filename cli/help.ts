import { largest } from '../data/largest.ts';
import { type CommandHelp, commonOptions, type OptionHelp, pagesOf, unnamedChoices } from './commands/command.ts';
import { commandGroups, commands, exitCodeHelp } from './commands.ts';

/** The base URL of the documentation. */
export const documentation = 'https://github.com/leasehold/leasehold/blob/main/';

const nameWidth = largest(commands.map(({ name }) => name.length));

/** The help of the program: its commands and exit codes. */
export function programHelp(): string {
  return [
    'leasehold renders the tenant resources in a Git repository into all the Kubernetes objects that each tenant needs.',
    '',
    'Usage: leasehold <command> [options]',
    '',
    ...commandGroups.flatMap(({ title, commands: own }) => [
      `${title}:`,
      ...columns(own.map(({ name, summary }) => [name.padEnd(nameWidth), summary])),
      '',
    ]),
    'Exit codes:',
    ...columns(exitCodeHelp),
    '',
    'Examples:',
    '  leasehold init my-tenants --owner @acme/platform',
    '  leasehold new --list',
    '  leasehold check && leasehold diff',
    '',
    'For help on a command, run leasehold <command> --help. leasehold --version prints the version.',
    `Documentation: ${documentation}README.md#documentation`,
    '',
  ].join('\n');
}

/** The help of one command. */
export function commandHelp(command: CommandHelp): string {
  const options = [...command.options, ...commonOptions];
  return [
    usageLine(command),
    '',
    ...wrap(command.details),
    ...section(
      'Arguments:',
      command.arguments.map(({ name, summary }) => [name, summary]),
    ),
    ...section(
      'Options:',
      options.map((option) => [optionName(option), optionSummary(option)]),
    ),
    ...section(
      'Examples:',
      command.examples.map((example) => [example, '']),
    ),
    '',
    ...pagesOf(command).map((page, index) => `${index === 0 ? 'More: ' : '      '}${documentation}${page}`),
    '',
  ].join('\n');
}

/** `Usage: leasehold import <system> [export] [options]` */
function usageLine({ name, arguments: list }: CommandHelp): string {
  const names = list.map((argument) => (argument.required ? `<${argument.name}>` : `[${argument.name}]`));
  return ['Usage: leasehold', name, ...names, '[options]'].join(' ');
}

/** If the choices are few and short, they replace the placeholder of the value. */
function optionName({ name, short, value, choices }: OptionHelp): string {
  const shown = choices && isShort(choices) ? choices.join('|') : value;
  return `${short === undefined ? '    ' : `-${short}, `}--${name}${shown === undefined ? '' : ` ${shown}`}`;
}

function optionSummary(option: OptionHelp): string {
  const choices = unnamedChoices(option);
  return isShort(choices) ? option.summary : `${option.summary}: ${choices.join(', ')}`;
}

function isShort(choices: readonly string[]): boolean {
  return choices.join('|').length < 20;
}

type Row = readonly [string, string];

function section(title: string, rows: readonly Row[]): readonly string[] {
  return rows.length === 0 ? [] : ['', title, ...columns(rows)];
}

const width = 80;

/** Two columns, the second wrapped under itself. */
export function columns(rows: readonly Row[]): readonly string[] {
  const left = largest(rows.map(([name]) => name.length)) + 2;
  return rows.flatMap(([name, summary]) =>
    wrap(summary, width - left - 2).map((line, index) =>
      `  ${(index === 0 ? name : '').padEnd(left)}${line}`.trimEnd(),
    ),
  );
}

/** Lines of at most `limit` characters. A longer word has its own line. */
export function wrap(text: string, limit = width): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    const line = lines[last] as string;
    if (line !== '' && line.length + 1 + word.length > limit) lines.push(word);
    else lines[last] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
