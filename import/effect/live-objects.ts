import { own } from '../../data/own.ts';
import { isMapping, isSame, listAt, type Path, type Tree, valueAt } from '../../data/tree.ts';
import { readQuantity } from '../../kubernetes/quantity.ts';
import { advice } from './advice.ts';
import type { Difference } from './difference.ts';

/** Lists whose items an apply merges, and the field that identifies an item. All other lists count as replaced. */
const mergeKeys: Readonly<Record<string, string>> = {
  containers: 'name',
  env: 'name',
  imagePullSecrets: 'name',
  initContainers: 'name',
  volumeMounts: 'mountPath',
  volumes: 'name',
};

/** What an apply of a rendered object does to a field of the live object. */
type Outcome =
  | { readonly kind: 'kept' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'set'; readonly value: unknown };

/**
 * The difference in a field after an apply. The apply keeps fields that the render omits, because it removes only fields that it
 * set before. In lists that it replaces, it removes the omitted fields.
 */
export function fieldDifference(now: Tree, live: Tree, path: Path): Difference | undefined {
  const outcome = outcomeOf(now, live, path);
  if (outcome.kind === 'kept') return undefined;
  const restart = restartOf(path);
  if (outcome.kind === 'removed') return { kind: 'different', text: `the render removes the value${restart}` };
  const value = valueAt(live, ...path);
  if (isSame(outcome.value, value) || isEqualText(String(outcome.value), String(value))) return undefined;
  return {
    kind: 'different',
    text: `the render sets ${JSON.stringify(outcome.value)}${restart}${strategyNote(outcome.value, path)}`,
  };
}

/** A server-side apply cannot remove the default parameters of a rolling update. */
function strategyNote(value: unknown, path: Path): string {
  const isStrategy = path.join('.') === 'spec.strategy.type' && value === 'Recreate';
  return isStrategy ? `: ${advice.moveStrategy}` : '';
}

/** True for equal text and for equal quantities such as 1 and 1000m. */
function isEqualText(a: string, b: string): boolean {
  const [first, second] = [readQuantity(a), readQuantity(b)];
  return a === b || (first !== undefined && first === second);
}

function restartOf(path: Path): string {
  return path[0] === 'spec' && path[1] === 'template' ? ', so the pods restart' : '';
}

function outcomeOf(now: unknown, live: unknown, path: Path): Outcome {
  let [rendered, current, list] = [now, live, ''];
  let isReplaced = false;
  for (const step of path) {
    const found = typeof step === 'number' ? itemLike(rendered, listAt(current)[step], step, list) : undefined;
    isReplaced ||= typeof step === 'number' && own(mergeKeys, list) === undefined;
    rendered = typeof step === 'number' ? found : valueAt(rendered, step);
    current = valueAt(current, step);
    list = String(step);
    if (rendered === undefined) return { kind: isReplaced ? 'removed' : 'kept' };
  }
  return { kind: 'set', value: rendered };
}

/** The item of `items` that corresponds to an item of another list, such as the rendered item for a live one. */
function itemLike(items: unknown, item: unknown, index: number, list: string): unknown {
  const key = own(mergeKeys, list);
  if (key === undefined) return listAt(items)[index];
  return listAt(items).find((one) => isSame(valueAt(one, key), valueAt(item, key)));
}

/** The topmost fields of a rendered object that the live object lacks. */
export function addedFields(now: unknown, live: unknown, path: Path = []): readonly Path[] {
  const isMetadata = path[0] === 'metadata' && path.length < 3 && isMapping(now);
  if ((live === undefined || live === null) && !isMetadata) return [path];
  if (Array.isArray(now)) {
    const list = String(path.at(-1));
    return now.flatMap((item, index) => addedFields(item, itemLike(live, item, index, list), [...path, index]));
  }
  if (!isMapping(now)) return [];
  return Object.entries(now).flatMap(([key, inner]) =>
    addedFields(inner, isMapping(live) ? live[key] : undefined, [...path, key]),
  );
}
