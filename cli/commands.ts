import { clusterCommands } from './commands/cluster.ts';
import { costCommands } from './commands/costs.ts';
import { removalCommands } from './commands/removal.ts';
import { serverCommands } from './commands/servers.ts';
import { setupCommands } from './commands/setup.ts';
import { tenantCommands } from './commands/tenants.ts';

export const commands = [
  ...tenantCommands,
  ...removalCommands,
  ...serverCommands,
  ...costCommands,
  ...clusterCommands,
  ...setupCommands,
] as const;

export type CommandName = (typeof commands)[number]['name'];

export const exitCodeHelp = [
  ['0', 'success'],
  ['1', 'the files, or something that they refer to, have errors'],
  ['2', 'the command line is wrong'],
  ['3', 'a bug in leasehold'],
  ['4', 'the change exceeds --fail-on, --max-removed, or --strict of simulate'],
  ['141', 'the reader of the output stopped early, as in leasehold render | head'],
] as const;
