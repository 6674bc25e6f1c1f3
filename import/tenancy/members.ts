import { listAt, type Path, textAt, textEntriesAt } from '../../data/tree.ts';
import { mtoTenantLabel } from '../../kinds/mto/integration/keys.ts';
import { formatName } from '../../kubernetes/object-id.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import { keptEntry, type Ledger } from '../ledger/ledger.ts';
import { addItem, type FieldLocation, type OutputResource } from '../ledger/output.ts';

const roleLists = { admin: 'owners', edit: 'editors', view: 'viewers' } as const;

export type MemberList = (typeof roleLists)[keyof typeof roleLists];

/** The list of a Tenant for a default cluster role. */
export function memberListOf(clusterRole: string): MemberList | undefined {
  return Object.hasOwn(roleLists, clusterRole) ? roleLists[clusterRole as keyof typeof roleLists] : undefined;
}

/** Why a cluster role has no list in a Tenant, and what to do. */
export function unknownRoleText(clusterRole: string): string {
  return `no role of MTO is ${clusterRole}; bind it with accessControl.rbac.tenantRoles.custom of an IntegrationConfig, for the label ${mtoTenantLabel} of this tenant`;
}

/** An RBAC subject, or an object with the same fields, that becomes a member. */
export interface MemberSubject {
  readonly source: ExportedObject;
  readonly path: Path;
  readonly list: MemberList;
}

const asUser = 'a service account is listed as the user that it is to the API server';

/** Lists a subject in a Tenant, and records its kind, name and namespace. */
export function importMember({ source, path, list }: MemberSubject, tenant: OutputResource, ledger: Ledger): void {
  const [kind, name] = [textAt(source.body, ...path, 'kind'), textAt(source.body, ...path, 'name')];
  if (name === '') return;
  const isAccount = kind === 'ServiceAccount';
  const to = addMember(source, { path, list, kind, name }, tenant);
  ledger.record(
    source,
    [...path, 'name'],
    isAccount ? { ...keptEntry(to, asUser), fidelity: 'approximated' } : keptEntry(to),
  );
  ledger.record(source, [...path, 'namespace'], { fidelity: 'approximated', how: asUser });
  ledger.record(source, [...path, 'kind'], { fidelity: 'exact', how: 'by the list that it is in' });
  ledger.record(source, [...path, 'apiGroup'], { fidelity: 'exact', how: 'as of every user and group' });
}

interface NamedSubject {
  readonly path: Path;
  readonly list: MemberList;
  readonly kind: string;
  readonly name: string;
}

/** Lists a service account as a user, by its full name. */
function addMember(
  source: ExportedObject,
  { path, list, kind, name }: NamedSubject,
  tenant: OutputResource,
): FieldLocation | undefined {
  const isShort = kind === 'ServiceAccount' && !name.startsWith('system:serviceaccount:');
  const namespace = textAt(source.body, ...path, 'namespace');
  const user = isShort ? `system:serviceaccount:${namespace}:${name}` : name;
  return addItem(tenant, ['spec', 'accessControl', list, kind === 'Group' ? 'groups' : 'users'], user);
}

/** Converts a RoleBinding that applies to all namespaces of a tenant: its subjects become members. */
export function importBinding(source: ExportedObject, tenant: OutputResource, ledger: Ledger): void {
  const role = textAt(source.body, 'roleRef', 'name');
  const list = textAt(source.body, 'roleRef', 'kind') === 'ClusterRole' ? memberListOf(role) : undefined;
  if (!list) {
    ledger.record(source, [], { fidelity: 'lost', how: unknownRoleText(role) });
    return;
  }
  const how = `its subjects are ${list} of the Tenant`;
  for (const path of [['apiVersion'], ['kind'], ['metadata', 'namespace'], ['roleRef']])
    ledger.record(source, path, { fidelity: 'exact', how });
  const renamed = 'role bindings are rendered under names of their own';
  ledger.record(source, ['metadata', 'name'], { fidelity: 'approximated', how: renamed });
  for (const [index] of listAt(source.body, 'subjects').entries())
    importMember({ source, path: ['subjects', index], list }, tenant, ledger);
  recordOwnMetadata(source, ['metadata'], ledger);
}

/** Records labels and annotations that no rendered object has. */
export function recordOwnMetadata(source: ExportedObject, path: Path, ledger: Ledger): void {
  for (const field of ['labels', 'annotations']) {
    for (const [key] of textEntriesAt(source.body, ...path, field)) {
      if (ledger.isRecorded(source, [...path, field, key])) continue;
      const how = 'what is rendered has no metadata of its own';
      ledger.record(source, [...path, field, key], { fidelity: 'lost', how });
    }
  }
}

/** Records a RoleBinding of a single namespace as lost, because members have access to all namespaces. */
export function recordLocalBinding(source: ExportedObject, ledger: Ledger): void {
  const how = `it holds in ${source.namespace} alone, and members of a Tenant are members everywhere; keep ${formatName(source)} as a manifest of its own`;
  ledger.record(source, [], { fidelity: 'lost', how });
}
