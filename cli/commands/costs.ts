import { groupings } from '../../cost/bill.ts';
import { type CommandHelp, dir, output } from './command.ts';

const sources = [
  {
    name: 'usage',
    value: 'FILE',
    summary: 'file with recorded usage (default: usage.jsonl in the directory of the tenants)',
  },
  {
    name: 'prometheus',
    value: 'URL',
    summary: 'Prometheus server to measure usage with; it must scrape kube-state-metrics',
  },
  { name: 'opencost', value: 'URL', summary: 'OpenCost server to measure usage with' },
] as const;

/** Commands about the cost of tenants. */
export const costCommands = [
  {
    name: 'showback',
    summary: 'print what tenants cost',
    page: 'docs/showback.md',
    details:
      'Bills the usage of a period with the prices of the active PriceBook, and the fees of Subscriptions. Usage comes from a file, from Prometheus or OpenCost, or from the database that CostJobs write, which contains costs at the prices of each hour. Usage without a tenant and idle capacity have separate lines, so all lines add up to the total.',
    arguments: [],
    options: [
      dir,
      { name: 'from', value: 'DATE', summary: 'start of the period: 2026-06-01, 2026-06 or 2026-06-01T09:00:00Z' },
      { name: 'to', value: 'DATE', summary: 'end of the period, exclusive' },
      { name: 'time-zone', value: 'ZONE', summary: 'time zone of dates (default: UTC)' },
      { name: 'by', value: 'PART', choices: groupings, summary: 'print one line for each (default: tenant)' },
      { name: 'tenant', short: 't', value: 'NAME', summary: 'print only the lines of this tenant' },
      {
        name: 'share',
        value: 'PART',
        choices: ['idle', 'unallocated', 'all'],
        summary: 'distribute idle capacity, usage without a tenant, or both among tenants in proportion to their cost',
      },
      ...sources,
      { name: 'database', summary: 'read the database that POSTGRES_CONNECTION_STRING or PGHOST names' },
      { name: 'save', value: 'FILE', summary: 'also write the measured usage to a new file, for --usage' },
      output(['text', 'json', 'csv', 'markdown'], 'output format', {
        formerly: [],
        formerSwitches: ['csv', 'json', 'markdown'].map((format) => ({ name: format, value: format })),
      }),
    ],
    examples: [
      'leasehold showback',
      'leasehold showback --database --from 2026-06 --to 2026-07 -o csv',
      'leasehold showback --usage june.jsonl --by namespace --share all',
    ],
  },
  {
    name: 'collect',
    summary: 'store the costs of past hours in a database',
    page: 'docs/showback.md',
    details:
      'The CronJob of a CostJob runs this command. usage stores the costs of workloads; fees stores the fees of Subscriptions. The first run stores the last five complete hours. Later runs store the hours since then, and retry the hours of the last week that have no data. Each hour is stored exactly once, even if you stop the command or run it twice at the same time. POSTGRES_CONNECTION_STRING is the connection string; without it, PGHOST and the other variables of PostgreSQL apply.',
    arguments: [{ name: 'part', required: true, summary: 'usage or fees' }],
    options: [
      { name: 'catalogue', value: 'FILE', summary: 'catalogue.json of the ConfigMap leasehold-showback (required)' },
      {
        name: 'settle',
        value: 'SECONDS',
        summary: 'seconds after the end of an hour until its data is complete, at most 1800 (default: 120)',
      },
      sources[1],
      sources[2],
    ],
    examples: ['leasehold collect usage --catalogue /etc/showback/catalogue.json'],
  },
] as const satisfies readonly CommandHelp[];
