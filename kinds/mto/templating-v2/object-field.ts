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

/**
 * The text of a field that the files decide: of the Tenant of an instance, or of one of its namespaces. Undefined for other
 * objects, for lists and mappings, and for fields that only the cluster has.
 */
export function fieldInFiles(reference: ObjectFieldRef, tenant: string, world: World): string | undefined {
  const path = parsedPath(reference.jsonPath);
  const value = path && valueAt(objectInFiles(reference, tenant, world), ...path);
  return ['boolean', 'number', 'string'].includes(typeof value) ? String(value) : undefined;
}

function objectInFiles({ apiVersion, kind, name }: ObjectFieldRef, tenant: string, world: World): unknown {
  if (name === undefined) return undefined;
  if (apiVersion === 'v1' && kind === 'Namespace') {
    const namespace = world.namespace(name);
    return namespace?.tenant === tenant ? { metadata: { name, labels: namespace.labels } } : undefined;
  }
  if (apiVersion !== 'tenantoperator.stakater.com/v1beta3' || kind !== 'Tenant' || name !== tenant) return undefined;
  const found = world.derived(tenantsByName).get(name);
  return found && { metadata: { name, labels: found.body.metadata.labels }, spec: found.body.spec };
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
