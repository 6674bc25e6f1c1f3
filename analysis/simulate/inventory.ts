import { isMapping, listAt, type Tree, textAt } from '../../data/tree.ts';
import { readYaml } from '../../yaml/read-yaml.ts';

export type InventoryResult =
  | { readonly ok: true; readonly objects: readonly Tree[] }
  | { readonly ok: false; readonly message: string };

/** The objects in an export of a cluster. Lists are split into their items. */
export function readInventory(path: string, text: string): InventoryResult {
  const reading = readJson(text) ?? readYaml(text);
  if (!reading.ok) return { ok: false, message: `${path}:${reading.line}: ${reading.message}` };
  const bodies = reading.bodies.filter((body) => body !== null && body !== undefined);
  // A kubectl that fails prints nothing. A cluster without objects is an empty List.
  if (bodies.length === 0) return { ok: false, message: `${path} is empty; it must be the output of kubectl get` };
  const objects = bodies.flatMap(itemsOf);
  const isObject = (body: unknown): body is Tree => isMapping(body) && textAt(body, 'kind') !== '';
  if (objects.every(isObject)) return { ok: true, objects };
  return { ok: false, message: `${path} is not an export: it has a document that is not a Kubernetes object` };
}

/** Reads JSON separately, because a YAML parser takes minutes for large exports. Undefined if the text is not JSON. */
function readJson(text: string): { readonly ok: true; readonly bodies: readonly unknown[] } | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return { ok: true, bodies: [JSON.parse(text)] };
  } catch {
    return undefined;
  }
}

function itemsOf(body: unknown): readonly unknown[] {
  return textAt(body, 'kind').endsWith('List') ? listAt(body, 'items') : [body];
}
