import { own as ownEntry } from '../../data/own.ts';
import { listAt, type Path, textAt, textEntriesAt, textsAt, valueAt } from '../../data/tree.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';
import type { FieldReference, SourceFact, Subject } from '../effect/fact.ts';
import { canonicalText } from '../effect/fact.ts';
import { readSubject } from '../effect/subject.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { type CapsuleTenant, fields, inAll } from './scope.ts';

/** Cluster roles that Capsule installs and that have no effect without Capsule. */
const capsuleRoles: Readonly<Record<string, string>> = {
  'capsule-namespace-deleter':
    'Capsule lets owners delete namespaces with kubectl; here a namespace that its Tenant no longer lists in Git stays, unless the Tenant sets spec.namespaces.onDeletePurgeNamespaces',
  'capsule-namespace-provisioner':
    'Capsule lets owners create namespaces with kubectl; here owners add them to the list of the Tenant in Git',
};

/** The default roles of an owner [sources: capsule-2]. */
const defaultRoles = ['admin', 'capsule-namespace-deleter'];

/** The cluster roles of subjects in the namespaces of a Tenant: owners and additional RoleBindings [sources: capsule-2]. */
export function accessFacts(tenant: CapsuleTenant, objects: readonly ExportedObject[]): readonly SourceFact[] {
  const owners = ownersOf(tenant, objects);
  return [
    ...owners.flatMap((owner) => owner.roles.flatMap((role) => roleFacts(tenant, owner, role))),
    ...listAt(tenant.source.body, 'spec', 'additionalRoleBindings').flatMap((_, index) => bindingFacts(tenant, index)),
  ];
}

interface OwnerRole {
  readonly name: string;
  readonly from: readonly FieldReference[];
}

interface Owner {
  readonly subject: Subject;
  readonly from: readonly FieldReference[];
  readonly roles: readonly OwnerRole[];
}

function roleFacts(tenant: CapsuleTenant, { subject, from }: Owner, role: OwnerRole): readonly SourceFact[] {
  const text = ownEntry(capsuleRoles, role.name);
  if (text !== undefined) return [{ aspect: 'behavior', text, from: role.from }];
  return inAll(tenant, (namespace) => ({
    aspect: 'access',
    namespace,
    role: { kind: 'ClusterRole', name: role.name },
    subject,
    from: [...from, ...role.from],
  }));
}

/**
 * The owners of a Tenant from its spec, its TenantOwners and its status. Owners that only the status lists have no source
 * field.
 */
function ownersOf(tenant: CapsuleTenant, objects: readonly ExportedObject[]): readonly Owner[] {
  const { source } = tenant;
  const own = listAt(source.body, 'spec', 'owners').map((_, index) => readOwner(source, ['spec', 'owners', index]));
  const separate = objects
    .filter((one) => one.kind === 'TenantOwner' && one.group === 'capsule.clastix.io')
    .filter((one) => isOwnerOf(one, source))
    .map((one) => readOwner(one, ['spec'], fields(one, ['apiVersion'], ['kind'], ['metadata'])));
  const stated = listAt(source.body, 'status', 'owners').map((_, index) =>
    readOwner(source, ['status', 'owners', index]),
  );
  const written = [...own, ...separate];
  const isWritten = (owner: Owner) =>
    written.some((one) => canonicalText(one.subject) === canonicalText(owner.subject));
  return [...written, ...stated.filter((owner) => !isWritten(owner)).map(withoutFields)];
}

function withoutFields({ subject, roles }: Owner): Owner {
  return { subject, from: [], roles: roles.map(({ name }) => ({ name, from: [] })) };
}

function readOwner(source: ExportedObject, path: Path, more: readonly FieldReference[] = []): Owner {
  const owner = valueAt(source.body, ...path);
  const given = textsAt(owner, 'clusterRoles');
  const roles = given.map((name, index) => ({ name, from: fields(source, [...path, 'clusterRoles', index]) }));
  return {
    subject: readSubject(owner),
    from: [...fields(source, [...path, 'kind'], [...path, 'name']), ...more],
    roles: roles.length > 0 ? roles : defaultRoles.map((name) => ({ name, from: fields(source, [...path, 'name']) })),
  };
}

/** True if the owner's label or the Tenant's selector matches. */
export function isOwnerOf(owner: ExportedObject, tenant: ExportedObject): boolean {
  const labels = Object.fromEntries(textEntriesAt(owner.body, 'metadata', 'labels'));
  const selectors = listAt(tenant.body, 'spec', 'permissions', 'matchOwners').map(readSelector);
  return (
    labels['projectcapsule.dev/tenant'] === tenant.name ||
    selectors.some((selector) => selector && selects(selector, labels))
  );
}

function bindingFacts(tenant: CapsuleTenant, index: number): readonly SourceFact[] {
  const { source } = tenant;
  const path = ['spec', 'additionalRoleBindings', index];
  const role = { kind: 'ClusterRole', name: textAt(source.body, ...path, 'clusterRoleName') };
  return listAt(source.body, ...path, 'subjects').flatMap((subject, at) =>
    inAll(tenant, (namespace) => ({
      aspect: 'access',
      namespace,
      role,
      subject: readSubject(subject, namespace),
      from: fields(source, [...path, 'clusterRoleName'], [...path, 'subjects', at]),
    })),
  );
}
