import { type ChartValue, chartValues } from '../../../../build/chart-values.ts';
import type { Report } from '../../../../core/problem/problem.ts';
import { isMapping, isSame, type Path, valueAt } from '../../../../data/tree.ts';
import { mergeValues } from './compose.ts';
import type { KrytonValues, UserValues } from './values.ts';

const base = ['spec', 'values'];

/** A value of the sub-chart that the file sets to something other than its default. */
interface Given {
  readonly path: Path;
  readonly value: unknown;
  readonly known: ChartValue;
}

/**
 * Reports values of the sub-chart that leasehold ignores, and values that contain templates. A value that affects data, network
 * or security is an error, because without it the database would not be the one that the file describes [sources: kryton-12].
 */
export function checkChartValues(userValues: UserValues, report: Report): void {
  const values = mergeValues(userValues);
  if (!values.postgresql.enabled) return;
  const fieldOf = fieldFinder(userValues, values);
  const shared = given(userValues.global, ['global'], [...base, 'global']);
  for (const one of [...given(userValues.postgresql, [], [...base, 'postgresql']), ...shared]) {
    reportOutcome(one, fieldOf, report);
  }
}

function reportOutcome({ known, path, value }: Given, fieldOf: FieldFinder, report: Report): void {
  const { instead, outcome } = known;
  const unmet = known.while?.find((condition) => !isMet(condition, fieldOf));
  if (outcome === 'error') {
    report('not-supported', path, `${known.path} is not supported`, { fix: instead });
  } else if (outcome === 'warning') {
    report('ignored-field', path, `${known.path} has no effect`, { fix: instead });
  } else if (unmet !== undefined) {
    const { why, fix } = explainUnmet(unmet, fieldOf);
    report('ignored-field', path, `${known.path} has no effect ${why}`, { fix });
  } else if (isTemplate(value) && !isVerbatim(known.path)) {
    const message = `${known.path} contains a Helm template, which is not evaluated`;
    report('not-supported', path, message, { fix: 'replace the template with its result' });
  }
}

/**
 * The values of the sub-chart by path. Omits fullnameOverride, which is reported with the other values that leasehold overrides.
 */
function listByPath(): ReadonlyMap<string, ChartValue> {
  return new Map(chartValues().flatMap((value) => (value.path === 'fullnameOverride' ? [] : [[value.path, value]])));
}

/** Parsed when the first Kryton with the bundled PostgreSQL is checked. */
const cache: { list?: ReadonlyMap<string, ChartValue> } = {};

function given(tree: unknown, steps: readonly string[], path: Path): readonly Given[] {
  cache.list ??= listByPath();
  const known = cache.list.get(steps.join('.'));
  if (known)
    return tree === undefined || tree === null || isSame(tree, known.default) ? [] : [{ path, value: tree, known }];
  if (!isMapping(tree)) return [];
  return Object.entries(tree).flatMap(([key, value]) => given(value, [...steps, key], [...path, key]));
}

/** A field of a condition, as a message names it. */
interface Field {
  readonly name: string;
  readonly value: unknown;
  readonly isDefault: boolean;
}

type FieldFinder = (path: string) => Field;

/** Finds the fields of conditions. A global value takes precedence over the field that it sets. */
function fieldFinder(userValues: UserValues, { postgresql }: KrytonValues): FieldFinder {
  return (path) => {
    const steps = path.split('.');
    const shared = valueAt(postgresql.global.postgresql, ...steps);
    if (isSet(shared)) return { name: `global.postgresql.${path}`, value: shared, isDefault: false };
    const isDefault = (valueAt(userValues.postgresql, ...steps) ?? undefined) === undefined;
    return { name: path, value: valueAt(postgresql, ...steps), isDefault };
  };
}

/** Whether a condition of the list is met: `path`, `!path` or `path=a|b`. */
function isMet(condition: string, fieldOf: FieldFinder): boolean {
  const [path = '', choices] = condition.replace('!', '').split('=');
  const { value } = fieldOf(path);
  if (choices !== undefined) return choices.split('|').includes(String(value));
  return isSet(value) !== condition.startsWith('!');
}

/** Like Helm, treats an empty mapping or list as unset. */
function isSet(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

/** Why a value has no effect, and a fix. */
function explainUnmet(condition: string, fieldOf: FieldFinder): { readonly why: string; readonly fix: string } {
  const [path = '', choices] = condition.replace('!', '').split('=');
  const { name, value, isDefault } = fieldOf(path);
  if (choices !== undefined || typeof value === 'boolean') {
    const needed = choices?.replaceAll('|', ' or ') ?? String(!value);
    const why = `while ${name} is ${value}${isDefault ? ', the default' : ''}`;
    return { why, fix: `remove it, or set ${name} to ${needed}` };
  }
  if (condition.startsWith('!')) return { why: `together with ${name}`, fix: 'keep one of them' };
  return { why: `without ${name}`, fix: `remove it, or set ${name}` };
}

function isTemplate(value: unknown): boolean {
  return JSON.stringify(value).includes('{{');
}

/** Whether the chart prints the value at the path unchanged. */
function isVerbatim(path: string): boolean {
  return /[pP]assword$|^metrics\.customMetrics$|^audit\./.test(path);
}
