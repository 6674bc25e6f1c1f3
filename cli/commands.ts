import { clusterCommands } from './commands/cluster.ts';
import { costCommands } from './commands/costs.ts';
import { queryCommands } from './commands/queries.ts';
import { removalCommands } from './commands/removal.ts';
import { serverCommands } from './commands/servers.ts';
import { setupCommands } from './commands/setup.ts';
import { tenantCommands } from './commands/tenants.ts';

export const commands = [
  ...tenantCommands,
  ...queryCommands,
  ...removalCommands,
  ...serverCommands,
  ...costCommands,
  ...clusterCommands,
  ...setupCommands,
] as const;

export type Command = (typeof commands)[number];
export type CommandName = Command['name'];

/** The commands of the help and the reference, in the order in which a new user needs them. */
const groups = {
  Start: ['init', 'new', 'import'],
  'Change tenants': ['check', 'render', 'diff', 'explain', 'get', 'baseline', 'vendor'],
  'Remove tenants': ['offboard', 'volumes'],
  'Set up clusters and servers': ['simulate', 'crds', 'install', 'doctor'],
  Costs: ['showback', 'collect'],
  'In a browser': ['console', 'gateway'],
  'Editors and shells': ['schema', 'completion'],
} as const satisfies Readonly<Record<string, readonly CommandName[]>>;

/** All commands by group. Each command is in one group. */
export const commandGroups: readonly { readonly title: string; readonly commands: readonly Command[] }[] =
  Object.entries(groups).map(([title, names]) => ({
    title,
    commands: names.map((name) => commands.find((command) => command.name === name) as Command),
  }));

export const exitCodeHelp = [
  ['0', 'success'],
  [
    '1',
    'errors in the files, warnings with --strict, or a failed operation, such as reading a cluster or creating a file that exists',
  ],
  ['2', 'the command line or the configuration is invalid, or names a file, directory or revision that cannot be used'],
  ['3', 'a bug in leasehold'],
  ['4', 'the change exceeds a limit such as --fail-on or --max-removed, or simulate --strict finds a rejected object'],
  ['141', 'the reader of the output stopped early, as in leasehold render | head'],
] as const;
