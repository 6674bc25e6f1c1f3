import { startLines } from '../../analysis/trace/resource-at.ts';
import type { RoleMembers } from '../../core/kind/capabilities.ts';
import type { Resource } from '../../core/kind/resource.ts';
import { isTenant } from '../../core/kind/tenant.ts';
import type { Catalogue } from '../../cost/catalogue.ts';
import { tenantsIn, trace } from '../../leasehold.ts';
import { type AccessRow, accessRows } from './access.ts';
import { type Ceiling, ceilingOf } from './ceiling.ts';
import { type NamespaceRow, namespaceRows } from './namespaces.ts';
import { type ObjectView, objectViews } from './object-view.ts';
import { type TenantProblem, withTenants } from './overview.ts';
import { type QuotaView, quotaView } from './quota.ts';
import { type KindName, kindName, type Source, sourceOf } from './source.ts';
import type { World } from './world.ts';

/** Everything about a tenant. */
export interface TenantView {
  readonly name: string;
  /** False if an error prevents the render of the tenant: only its documents and problems are known. */
  readonly ok: boolean;
  readonly documents: readonly DocumentView[];
  readonly objects: readonly ObjectView[];
  readonly namespaces: readonly NamespaceRow[];
  readonly access: readonly AccessRow[];
  /** Who has a role, according to the documents of the tenant. */
  readonly roles: readonly RoleMembers[];
  readonly quota: QuotaView;
  readonly problems: readonly TenantProblem[];
  readonly ceiling: Ceiling | undefined;
  /** Secrets that must exist in the cluster. */
  readonly secrets: readonly string[];
}

/** A document of the tenant. */
export interface DocumentView extends Source {
  readonly kind: KindName;
  /** The reference targets: `Quota small`. */
  readonly refersTo: readonly string[];
  readonly objects: number;
}

/** Returns undefined if no file belongs to a tenant with that name. */
export function tenantView(name: string, world: World, catalogue: Catalogue | undefined): TenantView | undefined {
  if (!isTenant(name)) return undefined;
  const rendering = world.of(name);
  const documents = documentsOf(name, world);
  const isKnown = documents.length > 0 || [...world.owners().values()].some((owners) => owners.has(name));
  if (!isKnown) return undefined;
  const objects = objectViews(name, world);
  return {
    name,
    ok: rendering.ok,
    documents,
    objects,
    namespaces: namespaceRows(world, name),
    access: accessRows(world, name),
    roles: tenantsIn(rendering).find((one) => one.name === name)?.summary.access ?? [],
    quota: quotaView(name, world),
    problems: withTenants(rendering.problems, world),
    ceiling: ceilingOf(rendering.objects, catalogue),
    secrets: rendering.inventory.resources.flatMap(({ status }) => status.requiredSecrets ?? []),
  };
}

/** The documents of a tenant. Those that define the tenant come first. */
function documentsOf(name: string, world: World): readonly DocumentView[] {
  const { files } = world;
  const rendering = world.of(name);
  const known = rendering.ok ? rendering.resources : world.resources();
  const roots = tenantsIn(rendering).find((one) => one.name === name)?.roots ?? [];
  const isRoot = ({ origin }: Resource) => roots.some((root) => root.origin === origin);
  const owned = known.filter(({ tenant }) => tenant === name);
  const own = [...owned.filter(isRoot), ...owned.filter((one) => !isRoot(one))];
  const lines = startLines(own, files);
  return own.map((resource, index) => {
    const line = lines[index] ?? 1;
    const traced = trace(rendering, files, { file: resource.origin.file, line });
    return {
      ...sourceOf(resource, line),
      kind: kindName(resource),
      refersTo: traced.found === 'resource' ? traced.resource.names : [],
      objects: rendering.objects.filter(({ origin }) => origin === resource.origin).length,
    };
  });
}
