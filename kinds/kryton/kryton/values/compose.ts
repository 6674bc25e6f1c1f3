import { defaults } from '../../../../build/defaults.ts';
import { isMapping, type Path } from '../../../../data/tree.ts';
import { withGlobals } from './globals.ts';
import type { KrytonValues, UserValues } from './values.ts';

/** The chart's defaults, from the schema [sources: kryton-4]. The type ensures that every key has a default. */
const chart: KrytonValues = defaults.kryton.spec.values;

/** A value that always takes precedence over the file [sources: kryton-1]. */
export interface ForcedValue {
  /** The path below spec.values. */
  readonly path: Path;
  readonly value: string;
}

export function forcedValues(name: string, version: string): readonly ForcedValue[] {
  return [
    { path: ['fullnameOverride'], value: name },
    { path: ['image', 'tag'], value: version },
    { path: ['postgresql', 'fullnameOverride'], value: `${name}-postgresql` },
  ];
}

/**
 * Merges the file's values into the chart's defaults, like Helm: mappings merge, lists replace, null removes a key. The
 * type assertion is safe, because the schema validates the file and defines the type.
 */
export function compose(userValues: UserValues, forced: readonly ForcedValue[]): KrytonValues {
  return withGlobals(mergeValues(userValues, forced));
}

/** The values before the sub-chart's global values are applied. */
export function mergeValues(userValues: UserValues, forced: readonly ForcedValue[] = []): KrytonValues {
  const layers = forced.map(({ path, value }) => nest(path, value));
  // Helm passes a chart's own global values to its sub-charts.
  const shared = userValues.global ? [{ postgresql: { global: userValues.global } }] : [];
  return [userValues, ...shared, ...layers].reduce<unknown>(merge, chart) as KrytonValues;
}

function nest(path: Path, value: string): unknown {
  return path.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value);
}

function merge(base: unknown, upper: unknown): unknown {
  if (!isMapping(upper)) return upper;
  const lower = isMapping(base) ? base : {};
  const kept = Object.entries(lower).filter(([key]) => !Object.hasOwn(upper, key));
  const overrides = Object.entries(upper).filter(([, value]) => value !== null);
  const merged = overrides.map(([key, value]) => [
    key,
    merge(Object.hasOwn(lower, key) ? lower[key] : undefined, value),
  ]);
  return Object.fromEntries([...kept, ...merged] as [string, unknown][]);
}
