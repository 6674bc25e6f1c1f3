import { listAt, type Path, textAt, textEntriesAt, valueAt } from '../../data/tree.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { OutputResource } from '../ledger/output.ts';
import { importMember, judgeOwnMetadata, memberListOf, noRole } from '../tenancy/members.ts';
import type { TenantResources } from '../tenancy/tenant-resources.ts';

/** Owners are listed by the highest role that Capsule binds them to: admin, where nothing is said. */
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
        ledger.judge(owner, path, { fidelity: 'exact', how: `an owner of Tenant ${source.name}` });
      importOwner(owner, ['spec'], resource.tenant, ledger);
    }
  }
}

/** By its label, or by what the Tenant selects. */
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
    ledger.judge(source, path, { fidelity: 'lost', how: noRole(roles.join(', ')) });
    return;
  }
  importMember({ source, path, list }, tenant, ledger);
  for (const [index, role] of given.entries())
    ledger.judge(source, [...path, 'clusterRoles', index], roleVerdict(role, best, list));
  const reads = 'members may read their own Tenant and the classes that it names; no proxy is needed';
  ledger.judge(source, [...path, 'proxySettings'], { fidelity: 'lost', how: reads });
  judgeOwnMetadata(source, path, ledger);
}

function roleVerdict(role: unknown, best: string | undefined, list: string) {
  if (role === best) return { fidelity: 'exact', how: `the role of ${list}` } as const;
  if (role === 'capsule-namespace-deleter') {
    return { fidelity: 'lost', how: 'a namespace is removed from the Tenant in Git, by pull request' } as const;
  }
  const isLess = role === 'edit' || role === 'view';
  if (isLess) return { fidelity: 'exact', how: `${list} may all that ${role} may` } as const;
  return { fidelity: 'lost', how: noRole(String(role)) } as const;
}

/** Subjects of admin, edit and view are members; other cluster roles have no list. */
export function importBindings(source: ExportedObject, tenant: OutputResource, { ledger }: ImportRun): void {
  const base = ['spec', 'additionalRoleBindings'];
  for (const [index, binding] of listAt(source.body, ...base).entries()) {
    const path = [...base, index];
    const role = textAt(binding, 'clusterRoleName');
    const list = memberListOf(role);
    if (!list) {
      ledger.judge(source, path, { fidelity: 'lost', how: noRole(role) });
      continue;
    }
    ledger.judge(source, [...path, 'clusterRoleName'], { fidelity: 'exact', how: `the role of ${list}` });
    for (const [at] of listAt(binding, 'subjects').entries())
      importMember({ source, path: [...path, 'subjects', at], list }, tenant, ledger);
    judgeOwnMetadata(source, path, ledger);
  }
}
