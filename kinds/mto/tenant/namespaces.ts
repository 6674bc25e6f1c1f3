import type { World } from '../../../core/kind/world.ts';
import { compare } from '../../../data/order.ts';
import type { Labels } from '../../../templates/views.ts';
import { type Integration, integrationOf, type Metadata } from '../integration/integration.ts';
import { sandboxKind } from '../integration/keys.ts';
import { itemOf, listedNamespaces } from './listed-namespaces.ts';
import type { Member, TenantResource } from './members.ts';
import { type BareNamespace, finalMetadata } from './metadata.ts';
import { sandboxesOf } from './sandboxes.ts';

/** A namespace of a Tenant, with the metadata that it will have. */
export interface TenantNamespace {
  readonly name: string;
  /** Name of the Tenant. */
  readonly tenant: string;
  /** Listed in the Tenant, joined by a file of its own, or a member's sandbox. */
  readonly origin: 'listed' | 'joined' | 'sandbox';
  /** Whose sandbox it is. */
  readonly member: Member | undefined;
  /** Whether only that member is bound in it. */
  readonly isPrivate: boolean;
  readonly labels: Labels;
  readonly annotations: Labels;
}

/** The namespaces of every Tenant, each list by name. Selectors over them see all labels that will be there. */
export type NamespaceIndex = ReadonlyMap<TenantResource, readonly TenantNamespace[]>;

/** Costs as much as there are namespaces; give it to World.derived, so that it is paid once. */
export function namespaceIndex(world: World): NamespaceIndex {
  const integration = world.derived(integrationOf);
  const tenants = world.all('mto-tenant');
  return new Map(tenants.map((tenant) => [tenant, namespacesOf(tenant, integration, world)]));
}

function namespacesOf(tenant: TenantResource, integration: Integration, world: World): readonly TenantNamespace[] {
  const isPrivate = tenant.body.spec.namespaces?.sandboxes?.private ?? false;
  const complete = (bare: BareNamespace, origin: TenantNamespace['origin'], member?: Member): TenantNamespace => ({
    ...finalMetadata(tenant, bare, integration.metadata),
    name: bare.name,
    tenant: tenant.name,
    origin,
    member,
    isPrivate: isPrivate && member !== undefined,
  });
  return [
    ...listedNamespaces(tenant).map(({ name, item }) => complete({ name, item, user: undefined, own: {} }, 'listed')),
    ...joinedNamespaces(tenant, world).map((bare) => complete(bare, 'joined')),
    ...sandboxesOf(tenant, world).map(({ name, member }) =>
      complete({ name, item: sandboxKind, user: member.user, own: {} }, 'sandbox', member),
    ),
  ].sort((a, b) => compare(a.name, b.name));
}

function joinedNamespaces(tenant: TenantResource, world: World): readonly BareNamespace[] {
  return world.referrers(tenant, 'mto-namespace').map(({ name, body }) => ({
    name,
    item: itemOf(tenant.name, name),
    user: undefined,
    own: ownMetadata(body.metadata),
  }));
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** Without what kubectl keeps for itself, which is a whole copy of the object. */
function ownMetadata({ labels = {}, annotations = {} }: Metadata): Metadata {
  const { [lastApplied]: _, ...kept } = annotations;
  return { labels, annotations: kept };
}
