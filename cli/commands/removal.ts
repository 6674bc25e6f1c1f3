import { type CommandHelp, dir, output } from './command.ts';

/** Commands that remove tenants. */
export const removalCommands = [
  {
    name: 'offboard',
    summary: 'remove tenants whose last day has passed',
    page: 'docs/offboarding.md',
    details:
      'Lists the tenants whose annotation leasehold.dev/delete-after is a date before today, and the files to change or delete. With --write, it changes and deletes the files. A tenant stays, and the command fails, if its removal would cause an error, for example because another tenant depends on it, or if a file must be edited manually.',
    arguments: [],
    options: [
      dir,
      { name: 'today', value: 'DATE', summary: 'date to use as the current date (default: today in UTC)' },
      { name: 'write', summary: 'change and delete the files' },
      output(['text', 'json'], 'format of the result'),
    ],
    examples: ['leasehold offboard', 'leasehold offboard --today 2027-01-01 --write'],
  },
] as const satisfies readonly CommandHelp[];
