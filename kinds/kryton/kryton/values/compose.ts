import { defaults } from '../../../../build/defaults.ts';
import { isMapping, type Path } from '../../../../data/tree.ts';
import type { GivenValues, Values } from './values.ts';

/** The chart's defaults, from the schema [sources: kryton-4]. The type ensures that every key has one. */
const chart: Values = defaults.kryton.spec.values;

/** A value that always takes precedence over the file [sources: kryton-1]. */
export interface Forced {
  /** Below spec.values. */
  readonly path: Path;
  readonly value: string;
}

export function forcedValues(name: string, version: string): readonly Forced[] {
  return [
    { path: ['fullnameOverride'], value: name },
    { path: ['image', 'tag'], value: version },
    { path: ['postgresql', 'fullnameOverride'], value: `${name}-postgresql` },
  ];
}

/**
 * The file's values over the chart's defaults, as Helm does it: mappings merge, lists replace, null removes a key. The
 * schema has proven the file's part, the type Values follows from the schema, hence the one assertion here.
 */
export function compose(given: GivenValues, forced: readonly Forced[]): Values {
  const layers = forced.map(({ path, value }) => nest(path, value));
  return [given, ...layers].reduce<unknown>(merge, chart) as Values;
}

function nest(path: Path, value: string): unknown {
  return path.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value);
}

function merge(base: unknown, over: unknown): unknown {
  if (!isMapping(over)) return over;
  const below = isMapping(base) ? base : {};
  const kept = Object.entries(below).filter(([key]) => !Object.hasOwn(over, key));
  const put = Object.entries(over).filter(([, value]) => value !== null);
  const merged = put.map(([key, value]) => [key, merge(Object.hasOwn(below, key) ? below[key] : undefined, value)]);
  return Object.fromEntries([...kept, ...merged] as [string, unknown][]);
}
