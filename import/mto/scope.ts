import { compare } from '../../data/order.ts';
import { listAt, mappingAt, type Path, textAt, textEntriesAt, textsAt, valueAt } from '../../data/tree.ts';
import { mtoKindLabel, mtoTenantLabel, sandboxKind } from '../../kinds/mto/integration/keys.ts';
import { listedNamespaces } from '../../kinds/mto/tenant/listed-namespaces.ts';
import { sandboxName } from '../../kinds/mto/tenant/sandboxes.ts';
import type { FieldReference } from '../effect/fact.ts';
import { newNamespace } from '../effect/source-system.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import type { MtoResource } from './written.ts';

/** A namespace of an MTO Tenant. */
export interface MtoNamespace {
  readonly name: string;
  /** The user of a sandbox and the role of the user. */
  readonly sandbox: { readonly user: string; readonly role: string } | undefined;
  /** The fields that add the namespace to the Tenant. */
  readonly from: readonly FieldReference[];
  /** The Namespace in the export. */
  readonly source: ExportedObject | undefined;
  readonly isListed: boolean;
}

export interface MtoTenant {
  readonly resource: MtoResource;
  readonly name: string;
  readonly namespaces: readonly MtoNamespace[];
  readonly newNamespace: string;
}

/**
 * The Tenants with their namespaces: listed namespaces, sandboxes of their users, and namespaces that a label assigns
 * to them.
 */
export function mtoTenants(
  resources: readonly MtoResource[],
  objects: readonly ExportedObject[],
): readonly MtoTenant[] {
  const exported = objects.filter(({ group, kind }) => group === '' && kind === 'Namespace');
  return resources
    .filter(({ id }) => id === 'mto-tenant')
    .map((resource, index) => {
      const name = textAt(resource.body, 'metadata', 'name');
      const named = [...listed(resource, name), ...sandboxes(resource, name)];
      const labeled = exported
        .filter(({ body }) => textAt(body, 'metadata', 'labels', mtoTenantLabel) === name)
        .filter((one) => !named.some((known) => known.name === one.name) && !isSandbox(one, resource.source));
      const namespaces = [
        ...named.map((one) => ({ ...one, source: exported.find((source) => source.name === one.name) })),
        ...labeled.map((source) => ({ name: source.name, sandbox: undefined, from: [], source, isListed: false })),
      ];
      return {
        resource,
        name,
        namespaces: namespaces.toSorted((a, b) => compare(a.name, b.name)),
        newNamespace: newNamespace(index),
      };
    });
}

function listed({ body, field }: MtoResource, name: string) {
  return listedNamespaces({ name, body }).map((one) => ({
    name: one.name,
    sandbox: undefined,
    from: [field(one.path)],
    isListed: true,
  }));
}

/** The sandboxes of the owners and editors that the Tenant lists. The export does not contain the members of groups. */
function sandboxes({ body, field }: MtoResource, tenant: string) {
  const enabled = ['spec', 'namespaces', 'sandboxes', 'enabled'];
  if (valueAt(body, ...enabled) !== true) return [];
  return (['owners', 'editors'] as const).flatMap((role) =>
    textsAt(body, 'spec', 'accessControl', role, 'users').map((user, index) => ({
      name: sandboxName(tenant, user),
      sandbox: { user, role },
      from: [field(enabled), field(['spec', 'accessControl', role, 'users', index])],
      isListed: true,
    })),
  );
}

/** True if MTO created the namespace for a single user, whom the Tenant lists by name or through a group. */
export function isSandbox({ name, body }: ExportedObject, tenant: ExportedObject): boolean {
  const isStated = textEntriesAt(tenant.body, 'status', 'deployedSandboxes').some(([, sandbox]) => sandbox === name);
  return isStated || (name.endsWith('-sandbox') && textAt(body, 'metadata', 'labels', mtoKindLabel) === sandboxKind);
}

/** The entries of a mapping of labels or annotations, with their fields. */
export function statedEntries({ body, field }: MtoResource, path: Path) {
  return Object.entries(mappingAt(body, ...path)).flatMap(([key, value]) =>
    typeof value === 'string' ? [{ key, value, from: [field([...path, key])] }] : [],
  );
}

export function specificEntries({ body }: MtoResource, namespace: string): readonly Path[] {
  const base = ['spec', 'namespaces', 'metadata', 'specific'];
  return [...listAt(body, ...base).entries()]
    .filter(([, entry]) => listAt(entry, 'namespaces').includes(namespace))
    .map(([index]) => [...base, index]);
}
