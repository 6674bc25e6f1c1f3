import type { Catalogue } from '../../cost/catalogue.ts';
import { day, formatDay, formatInstant, hour, type Instant, parseInstant } from '../../cost/instant.ts';
import { nextStep, type Step, stepName } from '../../cost/step.ts';
import { sampleNote } from '../../showback/bill-text.ts';
import { measure } from '../../showback/measured-bill.ts';
import type { Period } from '../../showback/read-rows.ts';
import { type Recording, readRecording } from '../../showback/recording.ts';
import { SourceError } from '../../showback/source.ts';
import { type BillQuery, type BillTerms, type BillView, billFrom, type Costs } from './bill.ts';

export interface RecordedTerms extends BillTerms {
  /** Restricts the bill to the costs of some tenants. */
  readonly isBilled?: (tenant: string) => boolean;
  /** A day by default. */
  readonly step?: Step | undefined;
}

/**
 * Bills a recording. Rejects with a SourceError if the recording is invalid, if a day does not exist, or if the period
 * does not overlap the recording.
 */
export async function billView(usage: string, catalogue: Catalogue, terms: RecordedTerms): Promise<BillView> {
  const recording = readRecording(usage, 'usage.jsonl');
  const period = periodOf(recordedIn(recording), terms, 'usage is recorded');
  const { step = 'day', isBilled = () => true } = terms;
  const source = { recording, catalogue, isBilled, step };
  const earlier = { from: period.from - (period.to - period.from), to: period.from };
  const facts = {
    ...{ currency: catalogue.currency, priceBook: catalogue.priceBook, basis: recording.basis || catalogue.basis },
    ...{ recorded: recordedDays(recording), finalizedUntil: undefined },
    sample: recording.isSample ? sampleNote : undefined,
  };
  const past = terms.compares ? await costsIn(earlier, source) : undefined;
  return billFrom(await costsIn(period, source), past, { ...terms, ...facts });
}

/** The first and the last day of the newest recorded days. */
export function newestDays(usage: string, number: number): Pick<BillQuery, 'from' | 'to'> {
  const { last } = recordedDays(readRecording(usage, 'usage.jsonl'));
  const end = parseInstant(`${last}T00:00:00Z`) ?? 0;
  return { from: formatDay(end - (number - 1) * day), to: last };
}

/**
 * The period of a query within what is recorded. Throws a SourceError if they have no hour in common. `fact` is part of its
 * message, such as `costs are stored`.
 */
export function periodOf(all: Period, { from, to }: Pick<BillQuery, 'from' | 'to'>, fact: string): Period {
  const [first, last] = [midnightOf(from), midnightOf(to)];
  const end = last === undefined ? all.to : last + day;
  const [start, stop] = [Math.max(first ?? all.from, all.from), Math.min(end, all.to)];
  if (start < stop) return { from: start, to: stop };
  throw new SourceError(`no ${fact} for this period, only from ${formatInstant(all.from)} to ${formatInstant(all.to)}`);
}

function midnightOf(date: string): Instant | undefined {
  const read = parseInstant(`${date}T00:00:00Z`);
  if (read === undefined && date !== '') throw new SourceError(`the day ${date} does not exist`);
  return read;
}

function recordedIn({ hours }: Recording): Period {
  return { from: hours[0] ?? 0, to: (hours.at(-1) ?? 0) + hour };
}

function recordedDays({ hours }: Recording): BillView['recorded'] {
  return { first: formatDay(hours[0] ?? 0), last: formatDay(hours.at(-1) ?? 0) };
}

interface Source {
  readonly recording: Recording;
  readonly catalogue: Catalogue;
  readonly isBilled: (tenant: string) => boolean;
  readonly step: Step;
}

async function costsIn(period: Period, { recording, catalogue, isBilled, step }: Source): Promise<Costs> {
  const steps: Costs['steps'][number][] = [];
  for (let from = period.from; from < period.to; from = nextStep(step, from)) {
    const part = { from, to: Math.min(nextStep(step, from), period.to) };
    const { rows } = await measure({ source: recording, catalogue, period: part, onHour: () => {} });
    steps.push({ name: stepName(step, from), rows: rows.filter(({ tenant }) => isBilled(tenant)) });
  }
  const hours = recording.hours.filter((one) => one >= period.from && one < period.to).length;
  return { ...period, hours, rows: steps.flatMap((one) => one.rows), steps };
}
