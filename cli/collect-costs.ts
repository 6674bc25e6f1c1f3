import { count } from '../shell/text.ts';
import { parseCatalogue } from '../showback/find-catalogue.ts';
import { SourceError } from '../showback/source.ts';
import type { Arguments } from './arguments.ts';
import { clusterOf, databaseFrom, sourceFor } from './cost-source.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { usageError } from './usage.ts';

const help = 'leasehold collect --help';
const hour = 3_600_000;

/** Stores the hours that are missing in the cost database. */
export async function collectCosts(args: Arguments, ports: Ports): Promise<ExitCode> {
  const { costs } = ports;
  const [part] = args.words;
  if (part !== 'usage' && part !== 'fees') return usageError(ports, `collect stores usage or fees, not ${part}`, help);
  const path = args.text('catalogue');
  if (path === undefined) return usageError(ports, 'collect needs --catalogue FILE', help);
  const text = ports.files.readText(path);
  if (text === undefined) return usageError(ports, `the catalogue ${path} does not exist`, help);
  const catalogue = parseCatalogue(text);
  if (typeof catalogue === 'string') return usageError(ports, `${path}: ${catalogue}`, help);
  const database = databaseFrom(costs);
  if (!database)
    return usageError(
      ports,
      'set POSTGRES_CONNECTION_STRING to the connection string of the database, or set PGHOST',
      help,
    );
  const source = sourceFor(args, catalogue, costs);
  if (part === 'usage' && !source)
    return usageError(ports, 'no source of usage: pass --prometheus or --opencost', help);
  const settle = Number(args.text('settle') ?? 120);
  if (!(settle >= 0 && settle <= 1800))
    return usageError(ports, `--settle is ${args.text('settle')}; it must be a number of seconds from 0 to 1800`, help);
  const now = await settled(settle * 1000, ports);
  const store = await costs.openStore();
  const log = (line: string) => ports.stdout(`${line}\n`);
  const collection = { part, cluster: clusterOf(costs), catalogue, now: Math.floor(now / 1000), source, log } as const;
  return report(() => store.collectInto(database, collection), ports);
}

/** Waits until the data of the last whole hour has arrived: the job starts when the hour ends. */
async function settled(settle: number, { time, costs }: Ports): Promise<number> {
  const sinceHour = time.now() % hour;
  if (sinceHour < settle) await costs.sleep(settle - sinceHour);
  return time.now();
}

async function report(
  act: () => Promise<{ readonly stored: number; readonly empty: number }>,
  ports: Ports,
): Promise<ExitCode> {
  try {
    const { stored, empty } = await act();
    ports.stdout(`${count(stored, 'hour')} stored${empty === 0 ? '' : `, ${empty} without data`}\n`);
    return exitCodes.success;
  } catch (error) {
    return reportCostError(error, ports);
  }
}

/** Reports an error of the source or the database. Throws any other error again, because it is a bug in leasehold. */
export function reportCostError(error: unknown, ports: Ports): ExitCode {
  if (!(error instanceof SourceError)) throw error;
  ports.stderr(`leasehold: ${error.message}\n`);
  return exitCodes.problems;
}
