import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import { type Path, valueAt } from '../../../data/tree.ts';

/** A field of an object in the cluster. */
export interface ObjectFieldRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name?: string | undefined;
  readonly jsonPath: string;
}

/** The text of a field. */
export interface FieldText {
  readonly text: string;
  /** Whether untrusted authors can choose the text, even if trusted authors refer to it. */
  readonly isDelegated: boolean;
}

/**
 * The text of a field that the files define: the name, a label or a field of the spec of the instance's Tenant, or the name or a
 * label of one of the Tenant's namespaces. Undefined for other fields and objects, and for lists and mappings.
 */
export function fieldInFiles(reference: ObjectFieldRef, tenant: string, world: World): FieldText | undefined {
  const path = parsedPath(reference.jsonPath);
  const object = path && objectInFiles(reference, tenant, world);
  const value = object && valueAt(object.tree, ...path);
  if (!['boolean', 'number', 'string'].includes(typeof value)) return undefined;
  return { text: String(value), isDelegated: object?.isDelegated ?? true };
}

interface ObjectInFiles {
  readonly tree: unknown;
  readonly isDelegated: boolean;
}

/** Several documents determine the labels of a namespace, so each label is treated as written by untrusted authors. */
function objectInFiles({ apiVersion, kind, name }: ObjectFieldRef, tenant: string, world: World) {
  if (name === undefined) return undefined;
  if (apiVersion === 'v1' && kind === 'Namespace') {
    const namespace = world.namespace(name);
    if (namespace?.tenant !== tenant) return undefined;
    const tree = { metadata: { name, labels: namespace.labels } };
    return { tree, isDelegated: world.settings.delegates } satisfies ObjectInFiles;
  }
  if (apiVersion !== 'tenantoperator.stakater.com/v1beta3' || kind !== 'Tenant') return undefined;
  const found = world.derived(tenantsByName).get(name);
  // A label can assign the Tenant to a tenant with another name.
  if (found?.tenant !== tenant) return undefined;
  const tree = { metadata: { name, labels: found.body.metadata.labels }, spec: found.body.spec };
  return { tree, isDelegated: world.isDelegated(found.origin) } satisfies ObjectInFiles;
}

/** An index, because an instance can have many parameters. Pass it to World.derived. */
function tenantsByName(world: World): ReadonlyMap<string, Resource<'mto-tenant'>> {
  return new Map(world.all('mto-tenant').map((one) => [one.name, one]));
}

/** The fields and items of a JSONPath without operators, such as `.metadata.labels.app\.kubernetes\.io/name`. */
function parsedPath(text: string): Path | undefined {
  const step = /\.((?:\\\.|[^.[\]\\*])+)|\[(\d{1,4})\]|\[(?:'([^']*)'|"([^"]*)")\]/y;
  const path: (string | number)[] = [];
  while (step.lastIndex < text.length) {
    const [found, field, item, single, double] = step.exec(text) ?? [];
    if (found === undefined) return undefined;
    path.push(item === undefined ? (field?.replaceAll('\\.', '.') ?? single ?? double ?? '') : Number(item));
  }
  return text.startsWith('.') ? path : undefined;
}
