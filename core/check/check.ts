import { compare } from '../order.ts';
import { atValue, type Fault } from '../problem/problem.ts';
import { formatId, type Manifest } from '../render/manifest.ts';
import type { Rendered } from '../render/render.ts';
import type { World } from '../resolve/world.ts';

export interface Checked {
  readonly manifests: readonly Manifest[];
  readonly faults: readonly Fault[];
}

/** The laws that hold for output of any kind: one owner an object, no foreign namespace, a total order. */
export function check(rendered: Rendered, world: World): Checked {
  const manifests = [...rendered.resources.flatMap((resource) => resource.manifests), ...rendered.shared].sort(byOrder);
  const faults = [...duplicateObjects(manifests), ...foreignNamespaces(rendered, manifests, world)];
  return { manifests, faults };
}

/** By file, then in the order in which Argo CD applies, then by identity. */
function byOrder(a: Manifest, b: Manifest): number {
  return compare(a.file, b.file) || a.wave - b.wave || compare(formatId(a.id), formatId(b.id));
}

function duplicateObjects(manifests: readonly Manifest[]): readonly Fault[] {
  const seen = new Map<string, Manifest>();
  const faults: Fault[] = [];
  for (const manifest of manifests) {
    const id = formatId(manifest.id);
    const other = seen.get(id);
    if (other) faults.push(...clash(id, other, manifest), ...clash(id, manifest, other));
    else seen.set(id, manifest);
  }
  return faults;
}

function clash(id: string, manifest: Manifest, other: Manifest): readonly Fault[] {
  const { origin } = manifest;
  if (!origin) return [];
  const message =
    origin === other.origin
      ? `${id} is rendered more than once`
      : `${id} is also rendered for ${other.origin?.file ?? 'the platform'}`;
  const tenants = [manifest.tenant, other.tenant];
  return [{ code: 'duplicate-object', origin, place: atValue(['metadata', 'name']), message, tenants }];
}

/** A tenant owns the namespaces its resources lie in and those rendered for it; the platform's admit what they say. */
function foreignNamespaces(rendered: Rendered, manifests: readonly Manifest[], world: World): readonly Fault[] {
  const owned = new Map<string, Set<string>>();
  const own = (tenant: string, namespace: string) => {
    const set = owned.get(tenant);
    if (set) set.add(namespace);
    else owned.set(tenant, new Set([namespace]));
  };
  for (const { resource } of rendered.resources) own(resource.tenant, resource.namespace);
  for (const { id, tenant } of manifests) if (id.kind === 'Namespace' && id.group === '') own(tenant, id.name);
  return manifests.flatMap((manifest) => strayFault(manifest, owned.get(manifest.tenant), world));
}

function strayFault(
  { id, origin, tenant }: Manifest,
  owned: ReadonlySet<string> | undefined,
  world: World,
): readonly Fault[] {
  if (id.namespace === '' || !origin || world.admits(id)) return [];
  const reserved = world.settings.isReserved(id.namespace) || world.isAdmitting(id.namespace);
  if (owned?.has(id.namespace) && !reserved) return [];
  const message = `${formatId(id)} would lie in ${reserved ? 'a reserved namespace' : `a namespace that ${tenant} does not own`}`;
  return [{ code: 'foreign-namespace', origin, place: atValue(['metadata', 'namespace']), message, tenants: [tenant] }];
}
