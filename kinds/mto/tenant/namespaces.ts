import { isLimitKey } from '../../../admission/limits.ts';
import type { World } from '../../../core/kind/world.ts';
import { memo } from '../../../data/memo.ts';
import { compare } from '../../../data/order.ts';
import type { Labels } from '../../../templates/views.ts';
import { type Integration, integrationOf, type Metadata } from '../integration/integration.ts';
import { sandboxKind } from '../integration/keys.ts';
import { excessOf } from './excess.ts';
import { itemOf, listedNamespaces, type NamedBody } from './listed-namespaces.ts';
import type { Member, TenantResource } from './members.ts';
import { finalMetadata, type NamespaceBase, type NamespaceMetadata } from './metadata.ts';
import { sandboxesOf } from './sandboxes.ts';

/** A namespace of a Tenant, with its rendered metadata. */
export interface MtoNamespace {
  readonly name: string;
  /** Name of the Tenant. */
  readonly tenant: string;
  /** Whether the Tenant lists the namespace, a separate file with the tenant label defines it, or it is a member's sandbox. */
  readonly origin: 'listed' | 'labeled' | 'sandbox';
  /** The user of a sandbox, with the role in the Tenant. */
  readonly member: Member | undefined;
  /** Whether only the member has access. */
  readonly isPrivate: boolean;
  readonly labels: Labels;
  readonly annotations: Labels;
}

/**
 * The namespaces of a Tenant, sorted by name. They have all rendered labels, so that selectors can match them. Pass it to
 * World.derived, which keeps the result: several resources need it.
 */
export function tenantNamespaces(world: World): (tenant: TenantResource) => readonly MtoNamespace[] {
  const integration = world.derived(integrationOf);
  return memo((tenant) => namespacesOf(tenant, integration, world));
}

/** The namespaces of all Tenants. Linear in their number. */
export function allNamespaces(world: World): readonly MtoNamespace[] {
  const namespacesOf = world.derived(tenantNamespaces);
  return world.all('mto-tenant').flatMap((tenant) => namespacesOf(tenant));
}

/**
 * Maps the names of the namespaces that belong to a Tenant by label to these namespaces. Pass it to World.derived: thousands of
 * files might need it.
 */
export function labeledIndex(world: World): (tenant: TenantResource) => ReadonlyMap<string, MtoNamespace> {
  return memo((tenant) => {
    const labeled = world
      .derived(tenantNamespaces)(tenant)
      .filter(({ origin }) => origin === 'labeled');
    return new Map(labeled.map((namespace) => [namespace.name, namespace]));
  });
}

function namespacesOf(tenant: TenantResource, integration: Integration, world: World): readonly MtoNamespace[] {
  const isPrivate = tenant.body.spec.namespaces?.sandboxes?.private ?? false;
  const modes = world.settings.enforcement?.labelsFor(tenant.tenant);
  const source = excessOf(tenant, world) ? withoutMetadata(tenant) : tenant;
  const complete = (base: NamespaceBase, origin: MtoNamespace['origin'], member?: Member): MtoNamespace => ({
    ...withModes(finalMetadata(source, base, integration.metadata), modes),
    name: base.name,
    tenant: tenant.name,
    origin,
    member,
    isPrivate: isPrivate && member !== undefined,
  });
  return [
    ...listedNamespaces(tenant).map(({ name, item }) => complete({ name, item, user: undefined, own: {} }, 'listed')),
    ...labeledNamespaces(tenant, world).map((base) => complete(base, 'labeled')),
    ...sandboxesOf(tenant, world).map(({ name, member }) =>
      complete({ name, item: sandboxKind, user: member.user, own: {} }, 'sandbox', member),
    ),
  ].sort((a, b) => compare(a.name, b.name));
}

/**
 * Removes the metadata of a Tenant that exceeds a limit, because each of its namespaces would repeat it. The Tenant has an error,
 * so its namespaces are not rendered.
 */
function withoutMetadata({ name, body }: TenantResource): NamedBody {
  return { name, body: { spec: { quota: body.spec.quota } } };
}

/** Adds the modes, and removes the keys that rules read, because only the platform can set them. */
function withModes({ labels, annotations }: NamespaceMetadata, modes: Labels | undefined): NamespaceMetadata {
  if (!modes) return { labels, annotations };
  const own = (map: Labels) => Object.fromEntries(Object.entries(map).filter(([key]) => !isLimitKey(key)));
  return { labels: { ...own(labels), ...modes }, annotations: own(annotations) };
}

function labeledNamespaces(tenant: TenantResource, world: World): readonly NamespaceBase[] {
  return world.referrers(tenant, 'mto-namespace').map(({ name, body }) => ({
    name,
    item: itemOf(tenant.name, name),
    user: undefined,
    own: ownMetadata(body.metadata),
  }));
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** The metadata without kubectl's annotation, which contains a copy of the object. */
function ownMetadata({ labels = {}, annotations = {} }: Metadata): Metadata {
  const { [lastApplied]: _, ...kept } = annotations;
  return { labels, annotations: kept };
}
