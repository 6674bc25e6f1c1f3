import type { Billable } from '../cost/bill.ts';
import { type Grouping, groupings } from '../cost/bill.ts';
import type { Catalogue } from '../cost/catalogue.ts';
import { formatInstant, hour as hourLength } from '../cost/instant.ts';
import type { HourUsage } from '../cost/usage.ts';
import { listed } from '../data/listed.ts';
import { count } from '../shell/text.ts';
import { hoursIn, measure } from '../showback/measured-bill.ts';
import { readBoundary } from '../showback/period.ts';
import type { Period } from '../showback/read-rows.ts';
import { type Recording, readRecording, recordingText } from '../showback/recording.ts';
import { type UsageSource, unlabeledText } from '../showback/source.ts';
import type { Arguments } from './arguments.ts';
import { clusterOf, databaseFrom, sourceFor } from './cost-source.ts';
import type { Ports } from './ports.ts';
import { startProgress } from './progress.ts';

/** The rows of a period, and notes for the reader. */
export interface Costs {
  readonly rows: readonly Billable[];
  readonly period: Period;
  readonly currency: string;
  /** The basis of a recording, which can differ from that of the catalogue. */
  readonly basis?: string;
  readonly isSample: boolean;
  readonly notes: readonly string[];
}

export type CostsResult =
  | { readonly ok: true; readonly costs: Costs }
  | { readonly ok: false; readonly message: string };

interface Reading {
  readonly args: Arguments;
  readonly ports: Ports;
  readonly catalogue: Catalogue;
  readonly dir: string;
}

/** Reads costs from the source in the options, or from the recording in the directory. A message refers to the options. */
export async function readCosts(reading: Reading): Promise<CostsResult> {
  const { args, ports } = reading;
  const chosen = ['usage', 'prometheus', 'opencost', 'database'].filter(
    (name) => args.text(name) !== undefined || args.isSet(name),
  );
  if (chosen.length > 1) return failed(`--${chosen[0]} and --${chosen[1]} are mutually exclusive`);
  if (args.isSet('database') && args.text('save') !== undefined)
    return failed('--database and --save are mutually exclusive');
  if (args.isSet('database')) return readDatabase(reading);
  if (args.text('prometheus') !== undefined || args.text('opencost') !== undefined) return readMeasured(reading);
  const path = args.text('usage') ?? `${reading.dir}/usage.jsonl`;
  const text = ports.files.readText(path);
  if (text !== undefined) return readRecorded(reading, readRecording(text, path));
  if (args.text('usage') !== undefined) return failed(`the file ${path} does not exist`);
  const options =
    'pass --prometheus, --opencost or --database, each with --from and --to, or --usage with a file that --save wrote';
  return failed(`no source of usage: ${path} does not exist; ${options}`);
}

function failed(message: string): CostsResult {
  return { ok: false, message };
}

type PeriodResult = { readonly ok: true; readonly period: Period } | { readonly ok: false; readonly message: string };

function readPeriod({ args, ports }: Reading, absent?: Period): PeriodResult {
  const zone = args.text('time-zone') ?? 'UTC';
  const offsets = ports.time.offsetsOf(zone);
  if (!offsets) return { ok: false, message: `unknown time zone ${zone}; use a name such as Europe/Berlin` };
  const [fromText, toText] = [args.text('from'), args.text('to')];
  if (!absent && (fromText === undefined || toText === undefined))
    return { ok: false, message: 'the period is missing: pass --from and --to' };
  const from = fromText === undefined ? undefined : readBoundary(fromText, offsets);
  const to = toText === undefined ? undefined : readBoundary(toText, offsets);
  for (const one of [from, to]) if (one && !one.ok) return one;
  const period = { from: from?.ok ? from.instant : (absent?.from ?? 0), to: to?.ok ? to.instant : (absent?.to ?? 0) };
  if (period.from >= period.to)
    return {
      ok: false,
      message: `the period from ${formatInstant(period.from)} to ${formatInstant(period.to)} contains no complete hour; choose an earlier --from or a later --to`,
    };
  if (period.to - period.from > 10 * 366 * 24 * hourLength)
    return { ok: false, message: 'the period is longer than ten years; choose a shorter one with --from and --to' };
  return { ok: true, period };
}

async function readRecorded(reading: Reading, recording: Recording): Promise<CostsResult> {
  const [first = 0, last = 0] = [recording.hours[0], recording.hours.at(-1)];
  const read = readPeriod(reading, { from: first, to: last + hourLength });
  if (!read.ok) return read;
  const costs = await readSource(reading, recording, read.period);
  return { ok: true, costs: { ...costs, basis: recording.basis, isSample: recording.isSample } };
}

async function readMeasured(reading: Reading): Promise<CostsResult> {
  const { args, catalogue, ports } = reading;
  const read = readPeriod(reading);
  if (!read.ok) return read;
  const source = sourceFor(args, catalogue, ports.costs);
  if (!source) return failed('no source of usage: pass --prometheus or --opencost');
  return { ok: true, costs: await readSource(reading, source, read.period) };
}

async function readSource({ args, ports, catalogue }: Reading, source: UsageSource, period: Period): Promise<Costs> {
  const progress = startProgress(ports);
  const all = hoursIn(period).length;
  const save = args.text('save');
  const kept: HourUsage[] = [];
  let done = 0;
  const onHour = (usage: HourUsage) => {
    if (save !== undefined && usage.minutes > 0 && !usage.isUnlabeled) kept.push(usage);
    progress.step('reading', ++done, all);
  };
  const measured = await measure({ source, catalogue, period, onHour });
  progress.end();
  const notes = notesOf(measured, all);
  if (measured.unlabeledHours > 0)
    notes.push(`In ${count(measured.unlabeledHours, 'hour')}, ${unlabeledText(catalogue.tenantLabel)}`);
  for (const name of measured.withoutBeginning)
    notes.push(`Subscription ${name} has no annotation leasehold.dev/activated-at, so its fee is missing`);
  if (save !== undefined && !ports.files.create(save, recordingText(kept, { basis: catalogue.basis, sample: false })))
    notes.push(`The usage is not saved, because ${save} already exists; choose another file`);
  return { rows: measured.rows, period, currency: catalogue.currency, isSample: false, notes };
}

function notesOf(
  { hours, partialHours }: { readonly hours: number; readonly partialHours: number },
  all: number,
): string[] {
  const missing = all - hours;
  return [
    ...(missing > 0 ? [`No data: ${missing} of ${count(all, 'hour')}`] : []),
    ...(partialHours > 0 ? [`Hours with data for less than 60 minutes: ${partialHours}`] : []),
  ];
}

async function readDatabase(reading: Reading): Promise<CostsResult> {
  const { args, ports, catalogue } = reading;
  const { costs } = ports;
  const database = databaseFrom(costs);
  if (!database)
    return failed('set POSTGRES_CONNECTION_STRING to the connection string of the database, or set PGHOST');
  const read = readPeriod(reading);
  if (!read.ok) return read;
  const by = (args.text('by') ?? groupings[0]) as Grouping;
  const ledger = { cluster: clusterOf(costs), basis: catalogue.basis };
  const store = await costs.openStore();
  // With --share, reads the costs of all tenants, because the share of each tenant depends on them.
  const tenant = args.text('share') === undefined ? args.text('tenant') : undefined;
  const tenants = tenant === undefined ? undefined : [tenant];
  const stored = await store.readStored(database, ledger, { period: read.period, by, tenants });
  if (stored.currencies.length > 1)
    return failed(
      `the costs of this period are in ${listed(stored.currencies)}, which cannot be added up; choose a shorter period`,
    );
  const currency = stored.currencies[0] ?? catalogue.currency;
  const all = hoursIn(read.period).length;
  const notes = notesOf(stored, all);
  if (stored.hoursWithoutFees > 0)
    notes.push(`Fees of Subscriptions are not stored: ${stored.hoursWithoutFees} of ${count(all, 'hour')}`);
  return { ok: true, costs: { rows: stored.rows, period: read.period, currency, isSample: false, notes } };
}
