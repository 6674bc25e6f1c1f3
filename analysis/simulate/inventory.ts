import { isMapping, type Path, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { readId } from '../../kubernetes/object-id.ts';
import { readYaml } from '../../yaml/read-yaml.ts';

export type InventoryResult =
  | { readonly ok: true; readonly objects: readonly Tree[] }
  | { readonly ok: false; readonly message: string };

/**
 * The objects in an export of a cluster. Lists are split into their items. An export that is not complete is an error,
 * because the objects that it lacks would seem to be accepted.
 */
export function readInventory(path: string, text: string): InventoryResult {
  const reading = readJson(text) ?? readYaml(text);
  if (!reading.ok) return { ok: false, message: `${path}:${reading.line}: ${reading.message}` };
  const bodies = reading.bodies.filter((body) => body !== null && body !== undefined);
  // A kubectl that fails prints nothing. A cluster without objects is an empty List.
  if (bodies.length === 0) return { ok: false, message: `${path} is empty; it must be the output of kubectl get` };
  const items = bodies.flatMap((body, index) => itemsOf(body, bodies.length === 1 ? '' : `document ${index + 1}`));
  const wrong = items.find((item) => 'error' in item);
  if (wrong && 'error' in wrong) return { ok: false, message: `${path} is not a complete export: ${wrong.error}` };
  return { ok: true, objects: items.flatMap((item) => ('object' in item ? [item.object] : [])) };
}

/**
 * Reads a JSON object separately, because a YAML parser takes minutes for large exports. Undefined for any other text.
 */
function readJson(text: string): { readonly ok: true; readonly bodies: readonly unknown[] } | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return { ok: true, bodies: [JSON.parse(text)] };
  } catch {
    return undefined;
  }
}

type Item = { readonly object: Tree } | { readonly error: string };

/** The maximum number of nested Lists. `kubectl get` prints a single List. */
const maxLists = 10;

/** The objects of a document, including the items of a List in `depth` Lists. Messages contain the place. */
function itemsOf(body: unknown, place: string, depth = 0): readonly Item[] {
  const kind = textAt(body, 'kind');
  if (kind === 'Status')
    return [{ error: `${named(place)} is an error response of the API server: ${textAt(body, 'message')}` }];
  if (!kind.endsWith('List') || textAt(body, 'metadata', 'name') !== '') return [itemOf(body, place)];
  const items = valueAt(body, 'items');
  if (!Array.isArray(items)) return [{ error: `${named(place)} is a ${kind} without items` }];
  if (textAt(body, 'metadata', 'continue') !== '') return [{ error: `${named(place)} is only a part of a ${kind}` }];
  if (depth === maxLists) return [{ error: `a ${kind} is inside more than ${maxLists - 1} other Lists` }];
  const start = place === '' ? '' : `${place}, `;
  return items.flatMap((item, index) => itemsOf(item, `${start}items[${index}]`, depth + 1));
}

function named(place: string): string {
  return place === '' ? 'the document' : place;
}

function itemOf(body: unknown, place: string): Item {
  const wrong = [['apiVersion'], ['kind'], ['metadata', 'name']].find((path) => textAt(body, ...path) === '');
  if (!isMapping(body) || wrong)
    return { error: `${named(place)} is not a Kubernetes object: it has no ${wrong?.join('.')}` };
  const parts: readonly Path[] = [['metadata', 'labels'], ['metadata', 'annotations'], ['spec']];
  const broken = parts.find((path) => !isAbsentOrMapping(valueAt(body, ...path)));
  if (broken || !readId(body))
    return { error: `${named(place)} has an invalid ${(broken ?? ['metadata', 'namespace']).join('.')}` };
  return { object: body };
}

function isAbsentOrMapping(value: unknown): boolean {
  return value === undefined || isMapping(value);
}
