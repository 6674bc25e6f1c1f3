import { listAt, type Path, textAt, textEntriesAt } from '../../data/tree.ts';
import { mtoTenantLabel } from '../../kinds/mto/integration/keys.ts';
import { formatName } from '../../kubernetes/object-id.ts';
import { type ExportedObject, labelOf } from '../ledger/exported-object.ts';
import { keptAt, type Ledger } from '../ledger/ledger.ts';
import { addItem, type FieldLocation, type OutputResource } from '../ledger/output.ts';

const roleLists = { admin: 'owners', edit: 'editors', view: 'viewers' } as const;

export type MemberList = (typeof roleLists)[keyof typeof roleLists];

/** The list of a Tenant whose members are bound to a cluster role, by the names that every cluster has. */
export function memberListOf(clusterRole: string): MemberList | undefined {
  return Object.hasOwn(roleLists, clusterRole) ? roleLists[clusterRole as keyof typeof roleLists] : undefined;
}

/** Why a cluster role makes nobody a member, and what to do. */
export function noRole(clusterRole: string): string {
  return `no role of MTO is ${clusterRole}; bind it with accessControl.rbac.tenantRoles.custom of an IntegrationConfig, for the label ${mtoTenantLabel} of this tenant`;
}

/** A subject of RBAC, or what has the fields of one, that becomes a member. */
export interface Member {
  readonly source: ExportedObject;
  readonly path: Path;
  readonly list: MemberList;
}

const asUser = 'a service account is listed as the user that it is to the API server';

/** Lists a subject in a Tenant, and judges its kind, name and namespace. */
export function importMember({ source, path, list }: Member, tenant: OutputResource, ledger: Ledger): void {
  const [kind, name] = [textAt(source.body, ...path, 'kind'), textAt(source.body, ...path, 'name')];
  if (name === '') return;
  const isAccount = kind === 'ServiceAccount';
  const to = addMember(source, { path, list, kind, name }, tenant);
  ledger.judge(source, [...path, 'name'], isAccount ? { ...keptAt(to, asUser), fidelity: 'approximated' } : keptAt(to));
  ledger.judge(source, [...path, 'namespace'], { fidelity: 'approximated', how: asUser });
  ledger.judge(source, [...path, 'kind'], { fidelity: 'exact', how: 'by the list that it is in' });
  ledger.judge(source, [...path, 'apiGroup'], { fidelity: 'exact', how: 'as of every user and group' });
}

interface Named {
  readonly path: Path;
  readonly list: MemberList;
  readonly kind: string;
  readonly name: string;
}

/** A service account is a user of that name. */
function addMember(
  source: ExportedObject,
  { path, list, kind, name }: Named,
  tenant: OutputResource,
): FieldLocation | undefined {
  const isShort = kind === 'ServiceAccount' && !name.startsWith('system:serviceaccount:');
  const namespace = textAt(source.body, ...path, 'namespace');
  const user = isShort ? `system:serviceaccount:${namespace}:${name}` : name;
  return addItem(tenant, ['spec', 'accessControl', list, kind === 'Group' ? 'groups' : 'users'], user);
}

/** A RoleBinding that holds in all namespaces of a tenant: its subjects become members. */
export function importBinding(source: ExportedObject, tenant: OutputResource, ledger: Ledger): void {
  const role = textAt(source.body, 'roleRef', 'name');
  const list = textAt(source.body, 'roleRef', 'kind') === 'ClusterRole' ? memberListOf(role) : undefined;
  if (!list) {
    ledger.judge(source, [], { fidelity: 'lost', how: noRole(role) });
    return;
  }
  const how = `its subjects are ${list} of the Tenant`;
  for (const path of [['apiVersion'], ['kind'], ['metadata', 'namespace'], ['roleRef']])
    ledger.judge(source, path, { fidelity: 'exact', how });
  const renamed = 'role bindings are rendered under names of their own';
  ledger.judge(source, ['metadata', 'name'], { fidelity: 'approximated', how: renamed });
  for (const [index] of listAt(source.body, 'subjects').entries())
    importMember({ source, path: ['subjects', index], list }, tenant, ledger);
  judgeOwnMetadata(source, ['metadata'], ledger);
}

/** Labels and annotations that nothing rendered will have. */
export function judgeOwnMetadata(source: ExportedObject, path: Path, ledger: Ledger): void {
  for (const field of ['labels', 'annotations']) {
    for (const [key] of textEntriesAt(source.body, ...path, field)) {
      if (ledger.isJudged(source, [...path, field, key])) continue;
      const how = 'what is rendered has no metadata of its own';
      ledger.judge(source, [...path, field, key], { fidelity: 'lost', how });
    }
  }
}

/** A RoleBinding of one namespace alone makes nobody a member, which would be one in all of them. */
export function judgeLocalBinding(source: ExportedObject, ledger: Ledger): void {
  const how = `it holds in ${source.namespace} alone, and members of a Tenant are members everywhere; keep ${formatName(source)} as a manifest of its own`;
  ledger.judge(source, [], { fidelity: 'lost', how });
}
