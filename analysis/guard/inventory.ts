import type { Manifest } from '../../core/print/manifest.ts';
import { formatId } from '../../kubernetes/object-id.ts';

/** An object of an earlier render. */
export interface PastObject {
  readonly tenant: string;
  /** The ID in the format of formatId. */
  readonly id: string;
}

/** Reads `inventory.json` of an earlier render. Undefined if the text is not an inventory. */
export function readInventory(text: string): readonly PastObject[] | undefined {
  try {
    const { resources } = JSON.parse(text) as { readonly resources: readonly unknown[] };
    return resources.flatMap(objectsOf);
  } catch {
    return undefined;
  }
}

function objectsOf(entry: unknown): readonly PastObject[] {
  const { tenant, objects } = entry as { readonly tenant: unknown; readonly objects: readonly unknown[] };
  return objects.map((id) => {
    if (typeof tenant !== 'string' || typeof id !== 'string') throw new TypeError('not an inventory');
    return { tenant, id };
  });
}

/** Converts the objects of a render to their form in the inventory. */
export function pastObjects(objects: readonly Pick<Manifest, 'tenant' | 'id'>[]): readonly PastObject[] {
  return objects.map(({ tenant, id }) => ({ tenant, id: formatId(id) }));
}
