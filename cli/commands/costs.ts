import { groupings } from '../../cost/bill.ts';
import { type CommandHelp, dir } from './command.ts';

const sources = [
  { name: 'usage', value: 'FILE', summary: 'recorded use to bill (default: usage.jsonl of the directory)' },
  { name: 'prometheus', value: 'URL', summary: 'measure with a Prometheus that scrapes kube-state-metrics' },
  { name: 'opencost', value: 'URL', summary: 'measure with OpenCost' },
] as const;

/** Commands about the cost of tenants. */
export const costCommands = [
  {
    name: 'showback',
    summary: 'print what tenants cost',
    details:
      'Bills the use of a period by the active PriceBook of the files, with the fees of Subscriptions. Use comes from a recording, from Prometheus or OpenCost, or from the database that CostJobs write, whose rows keep the prices of their time. What belongs to no tenant is a line of its own, and so is idle capacity: together they are the total, exactly.',
    arguments: [],
    options: [
      dir,
      { name: 'from', value: 'DATE', summary: 'first day, month or hour: 2026-06-01, 2026-06 or 2026-06-01T09:00:00Z' },
      { name: 'to', value: 'DATE', summary: 'the day, month or hour after the last one' },
      { name: 'time-zone', value: 'ZONE', summary: 'time zone in which days begin (default: UTC)' },
      { name: 'by', value: 'PART', choices: groupings, summary: 'what a line is (default: tenant)' },
      { name: 'tenant', short: 't', value: 'NAME', summary: 'print the lines of this tenant only' },
      {
        name: 'share',
        value: 'PART',
        choices: ['idle', 'unallocated', 'all'],
        summary: 'share idle capacity, or what belongs to no tenant, or both among tenants by their cost',
      },
      ...sources,
      { name: 'database', summary: 'read the database that POSTGRES_CONNECTION_STRING names' },
      { name: 'save', value: 'FILE', summary: 'also write the measured use to a new file, for --usage' },
      { name: 'csv', summary: 'print CSV' },
      { name: 'json', summary: 'print JSON' },
      { name: 'markdown', summary: 'print Markdown' },
    ],
    examples: [
      'leasehold showback',
      'leasehold showback --database --from 2026-06 --to 2026-07 --csv',
      'leasehold showback --usage june.jsonl --by namespace --share all',
    ],
  },
  {
    name: 'collect',
    summary: 'store the costs of the hours that are over',
    details:
      'What the CronJob of a CostJob runs. Stores each whole hour that is missing in the database, once: it can be killed, run again and run twice. The connection string is in POSTGRES_CONNECTION_STRING. usage stores what workloads use, fees the fees of Subscriptions.',
    arguments: [{ name: 'part', required: true, summary: 'usage or fees' }],
    options: [
      { name: 'catalogue', value: 'FILE', summary: 'catalogue.json of the ConfigMap leasehold-showback' },
      { name: 'settle', value: 'SECONDS', summary: 'how long after its end an hour is complete (default: 120)' },
      sources[1],
      sources[2],
    ],
    examples: ['leasehold collect usage --catalogue /etc/showback/catalogue.json'],
  },
] as const satisfies readonly CommandHelp[];
