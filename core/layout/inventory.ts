import { contracts } from '../../build/contracts.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import type { Status } from '../kind/status.ts';
import { outputTenant } from '../kind/tenant.ts';
import type { Rendered } from '../render/render.ts';
import { inScope, type Scope } from '../resolve/scope.ts';
import { baseName } from '../source/source.ts';

/** A summary of the rendered output, for reports and for comparisons with later runs. Contains no timestamps and no host data. */
export interface Inventory {
  readonly resources: readonly InventoryEntry[];
  readonly objects: number;
}

export interface InventoryEntry {
  readonly tenant: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** The name of the file that defines the resource, without directories. */
  readonly source: string;
  readonly status: Status;
  /** The IDs of the rendered objects, sorted. */
  readonly objects: readonly string[];
}

export function inventory(rendered: Rendered, scope: Scope): Inventory {
  const all = rendered.resources.map((entry) => ({
    ...entry,
    tenant: outputTenant(entry.resource.tenant),
  }));
  const resources = inScope(all, scope).map(({ tenant, resource, status, manifests }) => ({
    tenant,
    kind: contracts[resource.kind].kind,
    namespace: resource.namespace,
    name: resource.name,
    source: baseName(resource.origin.file),
    status,
    objects: manifests.map(({ id }) => formatId(id)).sort(),
  }));
  const objects = resources.reduce((sum, entry) => sum + entry.objects.length, inScope(rendered.shared, scope).length);
  return { resources, objects };
}
