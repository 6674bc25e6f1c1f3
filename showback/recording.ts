import type { Basis } from '../cost/catalogue.ts';
import { formatInstant, type Instant, parseInstant } from '../cost/instant.ts';
import { byMeter, type Meter, meters, noQuantities, type Quantities } from '../cost/meters.ts';
import type { HourUsage, Usage } from '../cost/usage.ts';
import { isMapping, type Tree, textAt } from '../data/tree.ts';
import { SourceError, type UsageSource } from './source.ts';

const format = 'leasehold-usage/1';

/** Recorded usage as JSON lines: a header, then the hours. */
export interface Recording extends UsageSource {
  readonly basis: string;
  /** Whether the usage is an example instead of a measurement. */
  readonly isSample: boolean;
  readonly hours: readonly Instant[];
}

/** Reads a recording. Throws a SourceError if it is invalid. */
export function readRecording(text: string, name: string): Recording {
  const numbered = text.split('\n').map((line, index) => ({ line, at: `${name}:${index + 1}` }));
  const [head = { line: '', at: `${name}:1` }, ...lines] = numbered.filter(({ line }) => line.trim() !== '');
  const header = parseLine(head.line, head.at);
  if (header['format'] !== format) throw new SourceError(`${name} is not a usage recording: format is not ${format}`);
  const hours = new Map<Instant, HourUsage>();
  for (const { line, at } of lines) {
    const hour = hourIn(parseLine(line, at), at);
    if (hours.has(hour.hour)) throw new SourceError(`${at}: ${formatInstant(hour.hour)} is recorded twice`);
    hours.set(hour.hour, hour);
  }
  return {
    basis: textAt(header, 'basis'),
    isSample: header['sample'] === true,
    hours: [...hours.keys()].sort((a, b) => a - b),
    readHour: (hour) => Promise.resolve(hours.get(hour) ?? { hour, minutes: 0, usages: [], capacity: noQuantities }),
  };
}

function parseLine(line: string, at: string): Tree {
  try {
    const value: unknown = JSON.parse(line);
    if (isMapping(value)) return value;
  } catch {
    // Reported below, like any other line that is not a mapping.
  }
  throw new SourceError(`${at}: not a JSON object`);
}

function hourIn(line: Tree, at: string): HourUsage {
  if (line['hour'] === undefined) throw new SourceError(`${at}: hour is missing`);
  const hour = parseInstant(textAt(line, 'hour'));
  if (hour === undefined || hour % 3600 !== 0)
    throw new SourceError(`${at}: hour is not the start of an hour: ${shown(line['hour'])}`);
  const usages = usagesIn(line['usages'] ?? [], at);
  const minutes = minutesIn(line['minutes'] ?? 60, at);
  return { hour, minutes, usages, capacity: quantitiesIn(line['capacity'] ?? {}, 'capacity', at) };
}

function minutesIn(value: unknown, at: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 60) return value;
  throw new SourceError(`${at}: minutes is not a whole number from 0 to 60: ${shown(value)}`);
}

function usagesIn(value: unknown, at: string): readonly Usage[] {
  if (!Array.isArray(value)) throw new SourceError(`${at}: usages is not a list: ${shown(value)}`);
  return value.map((one: unknown) => ({
    tenant: textAt(one, 'tenant'),
    namespace: textAt(one, 'namespace'),
    kind: textAt(one, 'kind'),
    name: textAt(one, 'name'),
    pod: textAt(one, 'pod'),
    quantities: quantitiesIn(one, 'an entry of usages', at),
  }));
}

/** Reads integers. Integers that JSON would round are written as strings. */
function quantitiesIn(tree: unknown, what: string, at: string): Quantities {
  if (!isMapping(tree)) throw new SourceError(`${at}: ${what} is not an object: ${shown(tree)}`);
  return byMeter((meter) => {
    const value = tree[meter] ?? 0;
    if (typeof value === 'number' && value > Number.MAX_SAFE_INTEGER)
      throw new SourceError(`${at}: ${meter} is too large for a JSON number; put it in quotes: ${shown(value)}`);
    if (/^[0-9]{1,30}$/.test(String(value))) return BigInt(String(value));
    throw new SourceError(`${at}: ${meter} is not a whole number of at most 30 digits: ${shown(value)}`);
  });
}

function shown(value: unknown): string {
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 40);
}

/** A recording as text. */
export function recordingText(
  hours: readonly HourUsage[],
  head: { readonly basis: Basis; readonly sample: boolean },
): string {
  const lines = hours.map(({ hour, minutes, usages, capacity }) => ({
    hour: formatInstant(hour),
    minutes,
    capacity: amounts(capacity),
    usages: usages.map(({ quantities, ...labels }) => ({ ...labels, ...amounts(quantities) })),
  }));
  return [{ format, ...head }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

function amounts(quantities: Quantities): Partial<Record<Meter, number | string>> {
  const used = meters.filter((meter) => quantities[meter] > 0n);
  return Object.fromEntries(
    used.map((meter) => {
      const value = quantities[meter];
      return [meter, value > BigInt(Number.MAX_SAFE_INTEGER) ? String(value) : Number(value)];
    }),
  );
}
