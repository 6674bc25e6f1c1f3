import { selects } from '../../core/label-selector.ts';
import type { Path } from '../../core/source.ts';
import type { Draft } from '../draft.ts';
import { listAt, textAt, textsAt, treeAt, valueAt } from '../leaves.ts';
import { keptAt, type Ledger } from '../ledger.ts';
import { readSelector } from '../selector.ts';
import type { Source } from '../sources.ts';
import { addSubject, customRole, roleListOf, type Subject, type TenantDraft } from '../tenant-draft.ts';
import type { Work } from '../work.ts';

/** Owners are listed by the highest role that Capsule binds them to: admin, where nothing is said. */
export function importOwners(
  tenants: readonly Source[],
  drafts: ReadonlyMap<string, TenantDraft>,
  { sources, ledger }: Work,
): void {
  const all = sources.filter(({ kind, group }) => kind === 'TenantOwner' && group === 'capsule.clastix.io');
  for (const source of tenants) {
    const draft = drafts.get(source.name);
    if (!draft) continue;
    for (const [index] of listAt(source.body, ['spec', 'owners']).entries())
      importOwner(source, ['spec', 'owners', index], draft.tenant, ledger);
    for (const owner of all.filter((one) => isOwnerOf(one, source))) {
      for (const path of [['apiVersion'], ['kind'], ['metadata']])
        ledger.judge(owner, path, { fidelity: 'exact', how: `an owner of Tenant ${source.name}` });
      importOwner(owner, ['spec'], draft.tenant, ledger);
    }
  }
}

/** By its label, or by what the Tenant selects. */
function isOwnerOf(owner: Source, tenant: Source): boolean {
  const labels = Object.fromEntries(textsAt(owner.body, ['metadata', 'labels']));
  const selectors = listAt(tenant.body, ['spec', 'permissions', 'matchOwners']).map(readSelector);
  return (
    labels['projectcapsule.dev/tenant'] === tenant.name ||
    selectors.some((selector) => selector && selects(selector, labels))
  );
}

function importOwner(source: Source, path: Path, tenant: Draft, ledger: Ledger): void {
  const owner = valueAt(source.body, path);
  const given = listAt(owner, ['clusterRoles']);
  const roles = given.length > 0 ? given : ['admin'];
  const best = ['admin', 'edit', 'view'].find((role) => roles.includes(role));
  const list = best === undefined ? undefined : roleListOf(best);
  if (!list) {
    ledger.judge(source, path, { fidelity: 'lost', how: `no role of MTO is ${roles.join(', ')}; ${customRole}` });
    return;
  }
  judgeMember({ source, path, list, ledger }, tenant);
  for (const [index, role] of given.entries())
    ledger.judge(source, [...path, 'clusterRoles', index], roleVerdict(role, best, list));
  const reads = 'members may read their own Tenant and the classes that it names; no proxy is needed';
  ledger.judge(source, [...path, 'proxySettings'], { fidelity: 'lost', how: reads });
  judgeBindingMetadata(source, path, ledger);
}

function roleVerdict(role: unknown, best: string | undefined, list: string) {
  if (role === best) return { fidelity: 'exact', how: `the role of ${list}` } as const;
  if (role === 'capsule-namespace-deleter') {
    return { fidelity: 'lost', how: 'a namespace is removed from the Tenant in Git, by pull request' } as const;
  }
  const isLess = role === 'edit' || role === 'view';
  if (isLess) return { fidelity: 'exact', how: `${list} may all that ${role} may` } as const;
  return { fidelity: 'lost', how: `no role of MTO is ${String(role)}; ${customRole}` } as const;
}

interface Member {
  readonly source: Source;
  readonly path: Path;
  readonly list: string;
  readonly ledger: Ledger;
}

/** Judges kind, name and namespace of a subject that becomes a member of a list. */
function judgeMember({ source, path, list, ledger }: Member, tenant: Draft): void {
  const subject = subjectAt(source, path);
  const to = addSubject(tenant, list, subject);
  const isAccount = subject.kind === 'ServiceAccount';
  const how = 'a service account is listed as the user that it is to the API server';
  ledger.judge(source, [...path, 'name'], isAccount ? { ...keptAt(to, how), fidelity: 'approximated' } : keptAt(to));
  ledger.judge(source, [...path, 'namespace'], { fidelity: 'approximated', how });
  ledger.judge(source, [...path, 'kind'], { fidelity: 'exact', how: `by the list that it is in` });
  ledger.judge(source, [...path, 'apiGroup'], { fidelity: 'exact', how: 'as of every user and group' });
}

function subjectAt({ body }: Source, path: Path): Subject {
  const [kind, namespace, name] = ['kind', 'namespace', 'name'].map((field) => textAt(body, [...path, field]));
  return { kind: kind ?? '', namespace: namespace ?? '', name: name ?? '' };
}

/** Subjects of admin, edit and view are members; other cluster roles have no list. */
export function importBindings(source: Source, tenant: Draft, { ledger }: Work): void {
  const base = ['spec', 'additionalRoleBindings'];
  for (const [index, binding] of listAt(source.body, base).entries()) {
    const path = [...base, index];
    const role = textAt(binding, ['clusterRoleName']);
    const list = roleListOf(role);
    if (!list) {
      ledger.judge(source, path, { fidelity: 'lost', how: `no role of MTO is ${role}; ${customRole}` });
      continue;
    }
    ledger.judge(source, [...path, 'clusterRoleName'], { fidelity: 'exact', how: `the role of ${list}` });
    for (const [at] of listAt(binding, ['subjects']).entries())
      judgeMember({ source, path: [...path, 'subjects', at], list, ledger }, tenant);
    judgeBindingMetadata(source, path, ledger);
  }
}

function judgeBindingMetadata(source: Source, path: Path, ledger: Ledger): void {
  for (const field of ['labels', 'annotations']) {
    if (Object.keys(treeAt(source.body, [...path, field])).length === 0) continue;
    const how = 'role bindings have no metadata of their own';
    ledger.judge(source, [...path, field], { fidelity: 'lost', how });
  }
}
