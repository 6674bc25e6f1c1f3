import { addToGroup } from '../../data/group-by.ts';
import { compare } from '../../data/order.ts';
import { compareIds, formatId } from '../../kubernetes/object-id.ts';
import { outputTenant, platformTenant } from '../kind/tenant.ts';
import type { World } from '../kind/world.ts';
import type { Manifest } from '../print/manifest.ts';
import { noDocument } from '../problem/guard.ts';
import { atValue, type UnlocatedProblem } from '../problem/problem.ts';
import type { Rendered } from '../render/render.ts';
import { ownsGranted, ownsNamespace } from '../settings/allow.ts';
import { awakeWorkloads } from './awake-workloads.ts';
import { forbiddenPrivileges } from './forbidden.ts';
import { listLengths } from './list-lengths.ts';

export interface Checked {
  readonly manifests: readonly Manifest[];
  readonly problems: readonly UnlocatedProblem[];
}

/**
 * Checks the rules for the output of all kinds: no object is rendered twice, no object is in a namespace that its tenant
 * neither owns nor may use, no object of a tenant has a privilege that the Platform forbids, StatefulSets of hibernating
 * namespaces can sleep, and, with admission rules, the annotations of Namespaces are within the limits of the API server. Also
 * sorts the manifests.
 */
export function check(rendered: Rendered, world: World): Checked {
  const byFile = sortedByFile(rendered);
  const manifests = byFile.flat();
  const problems = [
    ...duplicateObjects(byFile, manifests),
    ...foreignNamespaces(rendered, manifests, world),
    ...forbiddenPrivileges(manifests, world.settings),
    ...awakeWorkloads(manifests),
    ...(world.settings.enforcement ? listLengths(manifests) : []),
  ];
  return { manifests, problems };
}

/** Sorts by file, then by sync wave, then by object ID. */
function sortedByFile({ resources, shared }: Rendered): readonly (readonly Manifest[])[] {
  const byFile = new Map<string, Manifest[]>();
  for (const manifests of [...resources.map((resource) => resource.manifests), shared])
    for (const manifest of manifests) addToGroup(byFile, manifest.file, manifest);
  return [...byFile].sort(([a], [b]) => compare(a, b)).map(([, list]) => list.sort(byWaveThenId));
}

function byWaveThenId(a: Manifest, b: Manifest): number {
  return a.wave - b.wave || compareIds(a.id, b.id);
}

function duplicateObjects(
  byFile: readonly (readonly Manifest[])[],
  all: readonly Manifest[],
): readonly UnlocatedProblem[] {
  const shared = sharedNamespaces(all);
  const seen = new Map<string, Manifest>();
  const problems: UnlocatedProblem[] = [];
  for (const manifest of byFile.flatMap((manifests) => possibleDuplicates(manifests, shared))) {
    const id = formatId(manifest.id);
    const other = seen.get(id);
    if (!other) seen.set(id, manifest);
    else for (const problem of duplicateProblem(id, other, manifest)) problems.push(problem);
    if (other && !haveSameOrigin(manifest, other))
      for (const problem of duplicateProblem(id, manifest, other)) problems.push(problem);
  }
  return problems;
}

/**
 * The few manifests of a file that can have a duplicate. Most IDs then need no formatting. A duplicate in the same file is
 * adjacent, because the manifests are sorted. Objects from Templates and charts can set their own sync waves, so a file with
 * such objects is returned completely. A duplicate in another file is in a namespace that both files use.
 */
function possibleDuplicates(manifests: readonly Manifest[], shared: ReadonlySet<string>): readonly Manifest[] {
  const isSame = (a: Manifest, b: Manifest | undefined) => b !== undefined && compareIds(a.id, b.id) === 0;
  if (manifests.some(({ shape }) => shape === undefined)) return manifests;
  return manifests.filter(
    (one, at) => shared.has(one.id.namespace) || isSame(one, manifests[at - 1]) || isSame(one, manifests[at + 1]),
  );
}

/** The namespaces with objects from several files. Cluster-scoped objects count as one namespace. */
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

function haveSameOrigin(one: Manifest, other: Manifest): boolean {
  return one.origin === other.origin;
}

/** What renders the other object, as seen from a resource in the file. */
function rendererOf({ origin }: Manifest, file: string): string {
  if (!origin) return 'the settings of the platform';
  return origin.file === file ? `another resource in ${file}` : origin.file;
}

/** Objects derived from settings or from all documents have no origin, but must be unique too. */
function duplicateProblem(id: string, manifest: Manifest, other: Manifest): readonly UnlocatedProblem[] {
  if (!manifest.origin && other.origin) return [];
  const { origin } = manifest.origin ? { origin: manifest.origin } : noDocument;
  const [message, fix] = haveSameOrigin(manifest, other)
    ? [`${id} is rendered more than once`, 'change or remove the part that renders it again']
    : [
        `${id} is also rendered by ${rendererOf(other, origin.file)}`,
        other.origin
          ? 'change or remove all but one of the resources that render it'
          : 'change or remove the resource that renders it',
      ];
  const tenants = [manifest.tenant, other.tenant];
  return [{ code: 'duplicate-object', origin, place: atValue(['metadata', 'name']), message, fix, tenants }];
}

/**
 * A tenant owns the namespaces of its resources and the namespaces rendered for it. The platform owns the namespaces of shared
 * resources, and the external namespaces that hibernate. Objects of tenants in platform namespaces need an explicit permission.
 * For documents in delegated directories, `placementChecker` determines ownership instead.
 */
function foreignNamespaces(
  rendered: Rendered,
  manifests: readonly Manifest[],
  world: World,
): readonly UnlocatedProblem[] {
  const owned = new Map<string, Set<string>>();
  const addOwned = (tenant: string, namespace: string) => {
    const set = owned.get(tenant);
    if (set) set.add(namespace);
    else owned.set(tenant, new Set([namespace]));
  };
  for (const { name } of world.settings.hibernation.external) addOwned(platformTenant, name);
  for (const { resource } of rendered.resources) addOwned(outputTenant(resource.tenant), resource.namespace);
  for (const { id, tenant } of manifests) if (id.kind === 'Namespace' && id.group === '') addOwned(tenant, id.name);
  const problems: UnlocatedProblem[] = [];
  const mayHave = placementChecker(world);
  for (const manifest of manifests) {
    const { id, tenant } = manifest;
    if (id.namespace === '') continue;
    // The namespace itself might be among the objects that an incomplete tenant lacks.
    const mayOwn =
      manifest.origin && world.isDelegated(manifest.origin)
        ? mayHave(manifest)
        : owned.get(tenant)?.has(id.namespace) || rendered.incomplete.has(tenant);
    for (const problem of foreignNamespaceProblem(manifest, mayOwn, world)) problems.push(problem);
  }
  return problems;
}

/**
 * For documents in delegated directories, ownership follows only from names, Grants and the namespaces that are rendered for
 * the tenant. This repeats the checks of `authorize` for the output, to reject a kind that renders into a namespace other than
 * that of its resource. Objects from Templates and charts are not allowed in shared namespaces.
 */
function placementChecker({ settings, namespace }: World): (manifest: Manifest) => boolean {
  // Most manifests are in the same namespace as the previous one.
  const last = { tenant: '', namespace: '', owns: false };
  return ({ id, tenant, shape }) => {
    if (id.namespace !== last.namespace || tenant !== last.tenant) {
      const owns = ownsNamespace(settings.granted(tenant), id.namespace) || namespace(id.namespace)?.tenant === tenant;
      Object.assign(last, { tenant, namespace: id.namespace, owns });
    }
    if (last.owns) return true;
    const granted = settings.granted(tenant);
    if (shape === undefined || !granted.shared.has(id.namespace)) return false;
    return shape !== 'resource' || ownsGranted(granted, id.name);
  };
}

function foreignNamespaceProblem(
  { id, origin, tenant }: Manifest,
  mayOwn: boolean,
  world: World,
): readonly UnlocatedProblem[] {
  if (!origin) return [];
  const isReserved = world.settings.isReserved(id.namespace) || world.isPlatformNamespace(id.namespace);
  const isForbidden = isReserved && tenant !== platformTenant;
  if ((mayOwn && !isForbidden) || world.allowsPlacement(id)) return [];
  const owner = tenant === platformTenant ? 'the platform' : `tenant ${tenant}`;
  const namespace = isForbidden ? 'a reserved namespace' : `a namespace that ${owner} does not own`;
  const message = `${formatId(id)} would be created in ${namespace}`;
  const fix = `use a namespace of ${owner}`;
  const place = atValue(['metadata', 'namespace']);
  return [{ code: 'foreign-namespace', origin, place, message, fix, tenants: [tenant] }];
}
