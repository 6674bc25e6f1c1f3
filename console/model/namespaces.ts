import { tenantLabel } from '../../core/kind/tenant.ts';
import { groupBy } from '../../data/group-by.ts';
import { textEntriesAt } from '../../data/tree.ts';
import { readObject } from '../../yaml/read-yaml.ts';
import { type Source, sourcesOf } from './source.ts';
import { isWanted, partOf, type Wanted } from './wanted.ts';
import type { World } from './world.ts';

/** A rendered namespace. */
export interface NamespaceRow {
  readonly name: string;
  readonly tenant: string;
  readonly labels: readonly (readonly [name: string, value: string])[];
  /** Objects in the namespace. */
  readonly objects: number;
  /** Kinds of objects in the namespace that limit its use. */
  readonly limits: readonly (typeof limiting)[number][];
  /** Whether a supervisor hibernates it. */
  readonly hibernates: boolean;
  readonly source: Source | undefined;
}

/** Labels that every rendered object has. They add nothing: one is constant, and the row contains the tenant. */
const ownLabels = ['app.kubernetes.io/managed-by', tenantLabel];

const limiting = ['ResourceQuota', 'LimitRange', 'NetworkPolicy'] as const;

/** The namespaces of a tenant, of the given tenants, or of all tenants, by name. */
export function namespaceRows(world: World, wanted?: Wanted): readonly NamespaceRow[] {
  const { objects, resources, inventory } = partOf(world, wanted);
  const namespaces = objects.filter(
    ({ id, tenant }) => id.kind === 'Namespace' && id.group === '' && isWanted(tenant, wanted),
  );
  const names = new Set(namespaces.map(({ id }) => id.name));
  const find = sourcesOf(namespaces, resources, world);
  const inside = groupBy(
    objects.filter(({ id }) => names.has(id.namespace)),
    ({ id }) => id.namespace,
  );
  const asleep = new Set(inventory.resources.flatMap(({ status }) => status.hibernation?.namespaces ?? []));
  const rows = namespaces.map(({ id: { name }, tenant: owner, text, origin }) => {
    const own = inside.get(name) ?? [];
    const kinds = new Set(own.map(({ id }) => id.kind));
    return {
      name,
      tenant: owner,
      labels: textEntriesAt(readObject(text), 'metadata', 'labels').filter(([label]) => !ownLabels.includes(label)),
      objects: own.length,
      limits: limiting.filter((kind) => kinds.has(kind)),
      hibernates: asleep.has(name),
      source: find(origin),
    };
  });
  return rows.sort((a, b) => (a.name < b.name ? -1 : 1));
}
