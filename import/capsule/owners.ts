import { listAt, type Path, textAt, textEntriesAt, valueAt } from '../../data/tree.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { OutputResource } from '../ledger/output.ts';
import { importMember, memberListOf, recordOwnMetadata, unknownRoleText } from '../tenancy/members.ts';
import type { TenantResources } from '../tenancy/tenant-resources.ts';

/** Lists owners by the highest role that Capsule binds them to, by default admin. */
export function importOwners(
  tenants: readonly ExportedObject[],
  resources: ReadonlyMap<string, TenantResources>,
  { objects, ledger }: ImportRun,
): void {
  const all = objects.filter(({ kind, group }) => kind === 'TenantOwner' && group === 'capsule.clastix.io');
  for (const source of tenants) {
    const resource = resources.get(source.name);
    if (!resource) continue;
    for (const [index] of listAt(source.body, 'spec', 'owners').entries())
      importOwner(source, ['spec', 'owners', index], resource.tenant, ledger);
    for (const owner of all.filter((one) => isOwnerOf(one, source))) {
      for (const path of [['apiVersion'], ['kind'], ['metadata']])
        ledger.record(owner, path, { fidelity: 'exact', how: `an owner of Tenant ${source.name}` });
      importOwner(owner, ['spec'], resource.tenant, ledger);
    }
  }
}

/** Whether the owner's label or the Tenant's selector matches. */
function isOwnerOf(owner: ExportedObject, tenant: ExportedObject): boolean {
  const labels = Object.fromEntries(textEntriesAt(owner.body, 'metadata', 'labels'));
  const selectors = listAt(tenant.body, 'spec', 'permissions', 'matchOwners').map(readSelector);
  return (
    labels['projectcapsule.dev/tenant'] === tenant.name ||
    selectors.some((selector) => selector && selects(selector, labels))
  );
}

function importOwner(source: ExportedObject, path: Path, tenant: OutputResource, ledger: Ledger): void {
  const owner = valueAt(source.body, ...path);
  if (textAt(owner, 'name') === '') return;
  const given = listAt(owner, 'clusterRoles');
  const roles = given.length > 0 ? given : ['admin'];
  const best = ['admin', 'edit', 'view'].find((role) => roles.includes(role));
  const list = best === undefined ? undefined : memberListOf(best);
  if (!list) {
    ledger.record(source, path, { fidelity: 'lost', how: unknownRoleText(roles.join(', ')) });
    return;
  }
  importMember({ source, path, list }, tenant, ledger);
  for (const [index, role] of given.entries())
    ledger.record(source, [...path, 'clusterRoles', index], roleEntry(role, best, list));
  const reads = 'members may read their own Tenant and the classes that it names; no proxy is needed';
  ledger.record(source, [...path, 'proxySettings'], { fidelity: 'lost', how: reads });
  recordOwnMetadata(source, path, ledger);
}

function roleEntry(role: unknown, best: string | undefined, list: string) {
  if (role === best) return { fidelity: 'exact', how: `the role of ${list}` } as const;
  if (role === 'capsule-namespace-deleter') {
    return { fidelity: 'lost', how: 'a namespace is removed from the Tenant in Git, by pull request' } as const;
  }
  const isLess = role === 'edit' || role === 'view';
  if (isLess) return { fidelity: 'exact', how: `${list} may all that ${role} may` } as const;
  return { fidelity: 'lost', how: unknownRoleText(String(role)) } as const;
}

/** Makes subjects of admin, edit and view members. Other cluster roles have no list. */
export function importBindings(source: ExportedObject, tenant: OutputResource, { ledger }: ImportRun): void {
  const base = ['spec', 'additionalRoleBindings'];
  for (const [index, binding] of listAt(source.body, ...base).entries()) {
    const path = [...base, index];
    const role = textAt(binding, 'clusterRoleName');
    const list = memberListOf(role);
    if (!list) {
      ledger.record(source, path, { fidelity: 'lost', how: unknownRoleText(role) });
      continue;
    }
    ledger.record(source, [...path, 'clusterRoleName'], { fidelity: 'exact', how: `the role of ${list}` });
    for (const [at] of listAt(binding, 'subjects').entries())
      importMember({ source, path: [...path, 'subjects', at], list }, tenant, ledger);
    recordOwnMetadata(source, path, ledger);
  }
}
