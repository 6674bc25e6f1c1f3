import { addToGroup } from '../../data/group-by.ts';
import { compare } from '../../data/order.ts';
import { compareIds, formatId } from '../../kubernetes/object-id.ts';
import type { World } from '../kind/world.ts';
import type { Manifest } from '../print/manifest.ts';
import { atValue, type Fault } from '../problem/problem.ts';
import type { Rendered } from '../render/render.ts';
import { ownsNamespace } from '../settings/allow.ts';

export interface Checked {
  readonly manifests: readonly Manifest[];
  readonly faults: readonly Fault[];
}

/** The laws that hold for output of any kind: one owner an object, no foreign namespace, a total order. */
export function check(rendered: Rendered, world: World): Checked {
  const byFile = inOrder(rendered);
  const manifests = byFile.flat();
  const faults = [...duplicateObjects(byFile, manifests), ...foreignNamespaces(rendered, manifests, world)];
  return { manifests, faults };
}

/** By file, then in the order in which Argo CD applies, then by identity. */
function inOrder({ resources, shared }: Rendered): readonly (readonly Manifest[])[] {
  const byFile = new Map<string, Manifest[]>();
  for (const manifests of [...resources.map((resource) => resource.manifests), shared])
    for (const manifest of manifests) addToGroup(byFile, manifest.file, manifest);
  return [...byFile].sort(([a], [b]) => compare(a, b)).map(([, list]) => list.sort(byWaveThenId));
}

function byWaveThenId(a: Manifest, b: Manifest): number {
  return a.wave - b.wave || compareIds(a.id, b.id);
}

function duplicateObjects(byFile: readonly (readonly Manifest[])[], all: readonly Manifest[]): readonly Fault[] {
  const shared = sharedNamespaces(all);
  const seen = new Map<string, Manifest>();
  const faults: Fault[] = [];
  for (const manifest of byFile.flatMap((manifests) => suspects(manifests, shared))) {
    const id = formatId(manifest.id);
    const other = seen.get(id);
    if (other)
      faults.push(...clash(id, other, manifest), ...(isOfOne(manifest, other) ? [] : clash(id, manifest, other)));
    else seen.set(id, manifest);
  }
  return faults;
}

/**
 * The few that may have an equal: in one file it would stand beside them, and in another it needs their namespace. What a
 * Template wrote states sync waves of its own, so there equals may stand apart.
 */
function suspects(manifests: readonly Manifest[], shared: ReadonlySet<string>): readonly Manifest[] {
  const isSame = (a: Manifest, b: Manifest | undefined) => b !== undefined && compareIds(a.id, b.id) === 0;
  if (manifests.some(({ shape }) => shape === undefined)) return manifests;
  return manifests.filter(
    (one, at) => shared.has(one.id.namespace) || isSame(one, manifests[at - 1]) || isSame(one, manifests[at + 1]),
  );
}

/** The namespaces in which several files have objects; cluster-scoped objects count as of one namespace. */
function sharedNamespaces(manifests: readonly Manifest[]): ReadonlySet<string> {
  const files = new Map<string, string>();
  const shared = new Set<string>();
  for (const { file, id } of manifests) {
    const other = files.get(id.namespace);
    if (other === undefined) files.set(id.namespace, file);
    else if (other !== file) shared.add(id.namespace);
  }
  return shared;
}

function isOfOne(one: Manifest, other: Manifest): boolean {
  return one.origin === other.origin;
}

function clash(id: string, manifest: Manifest, other: Manifest): readonly Fault[] {
  const { origin } = manifest;
  if (!origin) return [];
  const message = isOfOne(manifest, other)
    ? `${id} is rendered more than once`
    : `${id} is also rendered for ${other.origin?.file ?? 'the platform'}`;
  const tenants = [manifest.tenant, other.tenant];
  return [{ code: 'duplicate-object', origin, place: atValue(['metadata', 'name']), message, tenants }];
}

/** A tenant owns the namespaces of its resources and those rendered for it; platform namespaces need a placement grant. */
function foreignNamespaces(rendered: Rendered, manifests: readonly Manifest[], world: World): readonly Fault[] {
  const owned = new Map<string, Set<string>>();
  const own = (tenant: string, namespace: string) => {
    const set = owned.get(tenant);
    if (set) set.add(namespace);
    else owned.set(tenant, new Set([namespace]));
  };
  for (const { resource } of rendered.resources) own(resource.tenant, resource.namespace);
  for (const { id, tenant } of manifests) if (id.kind === 'Namespace' && id.group === '') own(tenant, id.name);
  const faults: Fault[] = [];
  for (const manifest of manifests) {
    const { id, tenant } = manifest;
    // What an error left out of a tenant may be the very namespace.
    const mayOwn =
      manifest.origin && world.isDelegated(manifest.origin)
        ? mayHaveObjects(manifest, world)
        : owned.get(tenant)?.has(id.namespace) || rendered.incomplete.has(tenant);
    faults.push(...strayFault(manifest, mayOwn, world));
  }
  return faults;
}

/**
 * With delegated directories, ownership follows from names and Grants alone. This repeats what `authorize` checks on input,
 * so that a kind that renders into another namespace than it states is refused too. In a namespace that tenants share,
 * objects of Templates and charts have no place.
 */
function mayHaveObjects({ id, tenant, shape }: Manifest, { settings, namespace }: World): boolean {
  const granted = settings.granted(tenant);
  if (ownsNamespace(granted, id.namespace) || namespace(id.namespace)?.tenant === tenant) return true;
  return shape !== undefined && granted.shared.has(id.namespace);
}

function strayFault({ id, origin, tenant }: Manifest, mayOwn: boolean, world: World): readonly Fault[] {
  if (id.namespace === '' || !origin) return [];
  const reserved = world.settings.isReserved(id.namespace) || world.isPlatformNamespace(id.namespace);
  if ((mayOwn && !reserved) || world.allowsPlacement(id)) return [];
  const message = `${formatId(id)} would lie in ${reserved ? 'a reserved namespace' : `a namespace that ${tenant} does not own`}`;
  return [{ code: 'foreign-namespace', origin, place: atValue(['metadata', 'namespace']), message, tenants: [tenant] }];
}
