import { contracts } from '../../build/contracts.ts';
import { systemNames } from '../../import/index.ts';
import { objectTypes } from '../../shell/get/object-types.ts';
import { type CommandHelp, commonOptions, type OptionHelp } from '../commands/command.ts';
import { completionShells } from '../commands/completion-shells.ts';
import { installableSystems } from '../install/install.ts';

/** A command with the words that can follow it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionHelp[];
  /** The possible values of the first argument. Empty if they are not a fixed list. */
  readonly words: readonly string[];
  /** True if an argument can be a path. */
  readonly takesPaths: boolean;
}

/** What can follow each command. */
export function completedCommands(commands: readonly CommandHelp[]): readonly CompletedCommand[] {
  return commands.map((command) => ({
    name: command.name,
    summary: command.summary,
    options: [...command.options, ...commonOptions],
    words: wordsOf(command),
    takesPaths: command.arguments.some(({ name }) => pathArguments.has(name)),
  }));
}

const pathArguments = new Set(['BASE', 'HEAD', 'subject', 'export', 'path', 'directory']);

const kinds = Object.values(contracts).map(({ id }) => id);

/** Keyed by the command and the name of its first argument. */
const words: Readonly<Record<string, readonly string[]>> = {
  'collect part': ['usage', 'fees'],
  'completion shell': completionShells,
  'crds Kind': kinds,
  'doctor subject': ['argocd', 'github'],
  'get type': ['tenants', ...objectTypes.map(({ plural }) => plural)],
  'import system': systemNames,
  'install system': installableSystems,
  'new Kind': kinds,
  'schema Kind': kinds,
  'volumes action': ['list', 'restore', 'purge', 'release'],
};

function wordsOf(command: CommandHelp): readonly string[] {
  return words[`${command.name} ${command.arguments[0]?.name}`] ?? [];
}

/** Whether the value of an option is a path. */
export function takesPath({ value }: OptionHelp): boolean {
  return value === 'DIR' || value === 'FILE';
}
