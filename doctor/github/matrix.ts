import { childrenOf, isMapping, isSame, listAt, type Tree, valueAt } from '../../data/tree.ts';

/** A single run of a job of a workflow. */
export interface Leg {
  /** The values of the matrix. Empty for a job without a matrix, or if only a run can evaluate the matrix. */
  readonly values: Tree;
  /** The values that GitHub adds to the name of the check. Undefined if they are unknown. */
  readonly suffix: readonly string[] | undefined;
}

/** GitHub rejects a matrix with more runs. */
const largestMatrix = 256;
const unknown: readonly Leg[] = [{ values: {}, suffix: undefined }];

/** The runs of a job according to its matrix [sources: github-7]. */
export function legsOf(job: unknown): readonly Leg[] {
  const matrix = valueAt(job, 'strategy', 'matrix');
  if (matrix === undefined) return [{ values: {}, suffix: [] }];
  if (!isMapping(matrix) || JSON.stringify(matrix).includes('${{')) return unknown;
  const { include: _, exclude: __, ...axes } = matrix;
  const lists = Object.entries(axes).map(([key, list]) => [key, Array.isArray(list) ? list : []] as const);
  if (lists.reduce((size, [, list]) => size * list.length, 1) > largestMatrix) return unknown;
  const excluded = listAt(matrix, 'exclude').filter(isMapping);
  const combinations =
    lists.length === 0 ? [] : product(lists).filter((one) => !excluded.some((each) => isIn(each, one)));
  return included(combinations, listAt(matrix, 'include').filter(isMapping), Object.keys(axes));
}

function product(lists: readonly (readonly [string, readonly unknown[]])[]): readonly Tree[] {
  return lists.reduce<readonly Tree[]>(
    (all, [key, list]) => all.flatMap((one) => list.map((value) => ({ ...one, [key]: value }))),
    [{}],
  );
}

function isIn(part: Tree, whole: Tree): boolean {
  return Object.entries(part).every(([key, value]) => isSame(value, whole[key]));
}

/** Adds each entry of `include` to the combinations whose values it does not change, or as a run of its own. */
function included(combinations: readonly Tree[], entries: readonly Tree[], axes: readonly string[]): readonly Leg[] {
  const sharedOf = (entry: Tree) => Object.fromEntries(Object.entries(entry).filter(([key]) => axes.includes(key)));
  const extend = (one: Tree) => {
    const extra = entries.filter((entry) => isIn(sharedOf(entry), one));
    return { values: Object.assign({}, one, ...extra) as Tree, suffix: leavesOf(one) };
  };
  const own = entries.filter((entry) => !combinations.some((one) => isIn(sharedOf(entry), one)));
  return [
    ...combinations.map(extend),
    ...own.map((entry) => ({ values: entry, suffix: leavesOf({ ...sharedOf(entry), ...entry }) })),
  ];
}

function leavesOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [String(value ?? '')].filter((text) => text !== '');
  return childrenOf(value).flatMap(([, child]) => leavesOf(child));
}

/** Replaces the expressions that name a value of the matrix. */
export function evaluate(text: unknown, { values }: Leg): unknown {
  if (typeof text !== 'string') return text;
  return text.replace(/\$\{\{ *matrix\.([\w.-]+) *\}\}/g, (expression, path: string) => {
    const value = valueAt(values, ...path.split('.'));
    return typeof value === 'object' || value === undefined ? expression : String(value);
  });
}

/** True for a text that only a workflow run can evaluate. */
export function isExpression(text: string): boolean {
  return text.includes('${{');
}
