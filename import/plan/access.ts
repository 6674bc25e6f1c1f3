import { groupBy } from '../../data/group-by.ts';
import { compare } from '../../data/order.ts';
import { isSame } from '../../data/tree.ts';
import { strongerRoles } from '../effect/compare.ts';
import { canonicalText, type SourceFact } from '../effect/fact.ts';
import type { SourceTenant } from '../effect/source-system.ts';
import { subjectBody } from '../effect/subject.ts';
import { addItem, type OutputResource } from '../resources/output.ts';
import { everywhere } from './everywhere.ts';

export type AccessFact = SourceFact & { readonly aspect: 'access' };

/** The lists of a Tenant by default cluster role. */
const lists: Readonly<Record<string, string>> = { admin: 'owners', edit: 'editors', view: 'viewers' };

/**
 * Adds as members the subjects that have a default role in every namespace, including new ones. Returns RoleBindings for all
 * other subjects. Omits lesser roles of members because the greater role includes them.
 */
export function addAccess(
  source: SourceTenant,
  facts: readonly SourceFact[],
  tenant: OutputResource,
): readonly SourceFact[] {
  const access = facts.filter((fact): fact is AccessFact => fact.aspect === 'access');
  const groups = [...groupBy(access, ({ role, subject }) => canonicalText([role, subject])).values()];
  const members = groups.filter((group) => isMember(group, source));
  for (const group of members) addMember(group[0] as AccessFact, tenant);
  const memberFacts = members.map((group) => group[0] as AccessFact);
  const isContained = ({ role, subject }: AccessFact) =>
    memberFacts.some(
      (member) =>
        isSame(member.subject, subject) && strongerRoles(role).some((stronger) => isSame(stronger, member.role)),
    );
  const others = groups.filter((group) => !members.includes(group)).flat();
  return roleBindings(others.filter((fact) => !isContained(fact)));
}

function isMember([first, ...rest]: readonly AccessFact[], source: SourceTenant): boolean {
  if (first?.role.kind !== 'ClusterRole' || !Object.hasOwn(lists, first.role.name)) return false;
  if (!['User', 'Group', 'ServiceAccount'].includes(first.subject.kind)) return false;
  const names = new Set([first, ...rest].map(({ namespace }) => namespace));
  return everywhere(source).every((name) => names.has(name));
}

function addMember({ role, subject: { kind, name, namespace } }: AccessFact, tenant: OutputResource): void {
  const user = kind === 'ServiceAccount' ? `system:serviceaccount:${namespace}:${name}` : name;
  const list = lists[role.name] ?? '';
  addItem(tenant, ['spec', 'accessControl', list, kind === 'Group' ? 'groups' : 'users'], user);
}

/** A RoleBinding for each role in each namespace, as facts about objects. */
function roleBindings(facts: readonly AccessFact[]): readonly SourceFact[] {
  const byRole = groupBy(facts, (fact) => canonicalText([fact.namespace, fact.role, fact.objectName ?? '']));
  return [...byRole.values()].map((group) => roleBinding(group));
}

function roleBinding(facts: readonly AccessFact[]): SourceFact {
  const { namespace, role, objectName } = facts[0] as AccessFact;
  const subjects = [...groupBy(facts, (fact) => canonicalText(fact.subject)).values()].map(([one]) =>
    subjectBody((one as AccessFact).subject),
  );
  const name = objectName ?? `imported-${role.kind === 'Role' ? 'role-' : ''}${role.name.replaceAll(/[/%]/g, '-')}`;
  const body = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', ...role },
    subjects: subjects.toSorted((a, b) => compare(canonicalText(a), canonicalText(b))),
  };
  return { aspect: 'object', namespace, body, from: [] };
}
