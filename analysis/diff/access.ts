import { asText } from '../../data/as-text.ts';
import { shortText } from '../../data/short-text.ts';
import { isSame, listAt, type Path, valueAt } from '../../data/tree.ts';
import { type ObjectPair, type RiskFinding, type RiskRule, widened } from './change.ts';
import { longerList, projectAccess } from './project-access.ts';
import { roleAccess } from './role-access.ts';
import { newItems } from './tree.ts';

/** Finds widened access in RBAC, Argo CD projects and ReferenceGrants of the Gateway API. */
export function access(pair: ObjectPair): readonly RiskFinding[] {
  return rules.get(pair.id.kind)?.(pair) ?? [];
}

const rules: ReadonlyMap<string, RiskRule> = new Map<string, RiskRule>([
  ['AppProject', projectAccess],
  ['ClusterRole', roleAccess],
  ['ClusterRoleBinding', binding],
  ['ReferenceGrant', (pair) => [...longerList(pair, ['spec', 'from']), ...longerList(pair, ['spec', 'to'])]],
  ['Role', roleAccess],
  ['RoleBinding', binding],
]);

function binding(pair: ObjectPair): readonly RiskFinding[] {
  const { old, now } = pair;
  if (!now) return [];
  const roleName = `${shortText(wordAt(now, 'roleRef', 'kind'))} ${shortText(wordAt(now, 'roleRef', 'name'))}`;
  const subjects = newItems(listAt(old, 'subjects'), listAt(now, 'subjects')).filter(
    (subject) => !isExpected(subject, pair),
  );
  const findings = subjects.map((subject) => widened(`${subjectName(subject)} is granted ${roleName}`));
  const moved = old && !isSame(valueAt(old, 'roleRef'), valueAt(now, 'roleRef'));
  return moved ? [...findings, widened(`the subjects are granted ${roleName}`)] : findings;
}

/** For example `User ada` or `ServiceAccount acme-dev/builder`. */
function subjectName(subject: unknown): string {
  const namespace = valueAt(subject, 'namespace');
  return `${wordAt(subject, 'kind')} ${namespace ? `${asText(namespace)}/` : ''}${wordAt(subject, 'name')}`;
}

function wordAt(tree: unknown, ...path: Path): string {
  return asText(valueAt(tree, ...path));
}

/**
 * True for a subject of a new tenant, or an existing subject of the tenant in a namespace that this change adds.
 * cluster-admin is never expected because a binding to it also allows changing the labels of the namespace.
 */
function isExpected(subject: unknown, { now, isNew, isOnboarding, tenants, context }: ObjectPair): boolean {
  if (valueAt(now, 'roleRef', 'name') === 'cluster-admin') return false;
  return isOnboarding || (isNew && context.hadSubject(tenants.now ?? '', subject));
}
