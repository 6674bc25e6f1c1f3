import { compare } from '../order.ts';
import { atValue, type Fault } from '../problem/problem.ts';
import { formatId, type Manifest } from '../render/manifest.ts';
import type { Rendered } from '../render/render.ts';
import type { World } from '../resolve/world.ts';

export interface Checked {
  readonly manifests: readonly Manifest[];
  readonly faults: readonly Fault[];
}

/** An object with its identity as text, which is asked for many times and made once. */
interface Keyed {
  readonly manifest: Manifest;
  readonly key: string;
}

/** The laws that hold for output of any kind: one owner an object, no foreign namespace, a total order. */
export function check(rendered: Rendered, world: World): Checked {
  const keyed = inOrder(rendered);
  const manifests = keyed.map(({ manifest }) => manifest);
  const faults = [...duplicateObjects(keyed), ...foreignNamespaces(rendered, manifests, world)];
  return { manifests, faults };
}

/** By file, then in the order in which Argo CD applies, then by identity. */
function inOrder({ resources, shared }: Rendered): readonly Keyed[] {
  const byFile = new Map<string, Keyed[]>();
  for (const manifests of [...resources.map((resource) => resource.manifests), shared]) {
    for (const manifest of manifests) {
      const entry = { manifest, key: formatId(manifest.id) };
      const list = byFile.get(manifest.file);
      if (list) list.push(entry);
      else byFile.set(manifest.file, [entry]);
    }
  }
  return [...byFile].sort(([a], [b]) => compare(a, b)).flatMap(([, list]) => list.sort(byWaveThenKey));
}

function byWaveThenKey(a: Keyed, b: Keyed): number {
  return a.manifest.wave - b.manifest.wave || compare(a.key, b.key);
}

function duplicateObjects(keyed: readonly Keyed[]): readonly Fault[] {
  const seen = new Map<string, Manifest>();
  const faults: Fault[] = [];
  for (const { manifest, key } of keyed) {
    const other = seen.get(key);
    if (other) faults.push(...clash(key, other, manifest), ...clash(key, manifest, other));
    else seen.set(key, manifest);
  }
  return faults;
}

function clash(id: string, manifest: Manifest, other: Manifest): readonly Fault[] {
  const { origin } = manifest;
  if (!origin) return [];
  const message = `${id} is also rendered for ${other.origin?.file ?? 'the platform'}`;
  const tenants = [manifest.tenant, other.tenant];
  return [{ code: 'duplicate-object', origin, place: atValue(['metadata', 'name']), message, tenants }];
}

/** A tenant owns the namespaces its resources lie in and those rendered for it; Argo CD's own are the platform's. */
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
  if (id.namespace === '' || !origin) return [];
  const reserved = world.settings.isReserved(id.namespace);
  if (owned?.has(id.namespace) && !reserved) return [];
  const message = `${formatId(id)} would lie in ${reserved ? 'a reserved namespace' : `a namespace that ${tenant} does not own`}`;
  return [{ code: 'foreign-namespace', origin, place: atValue(['metadata', 'namespace']), message, tenants: [tenant] }];
}
