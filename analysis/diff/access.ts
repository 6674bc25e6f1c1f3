import { asText } from '../../data/as-text.ts';
import { isSame, listAt, type Path, valueAt } from '../../data/tree.ts';
import { type ObjectPair, type RiskFinding, type RiskRule, widened } from './change.ts';
import { longerList, projectAccess } from './project-access.ts';
import { newItems } from './tree.ts';

/** Who can do what: RBAC, Argo CD projects and grants of the Gateway API. */
export function access(pair: ObjectPair): readonly RiskFinding[] {
  return rules.get(pair.id.kind)?.(pair) ?? [];
}

const rules: ReadonlyMap<string, RiskRule> = new Map<string, RiskRule>([
  ['AppProject', projectAccess],
  ['ClusterRole', role],
  ['ClusterRoleBinding', binding],
  ['ReferenceGrant', (pair) => [...longerList(pair, ['spec', 'from']), ...longerList(pair, ['spec', 'to'])]],
  ['Role', role],
  ['RoleBinding', binding],
]);

function binding(pair: ObjectPair): readonly RiskFinding[] {
  const { old, now } = pair;
  if (!now) return [];
  const roleName = `${wordAt(now, 'roleRef', 'kind')} ${wordAt(now, 'roleRef', 'name')}`;
  const subjects = newItems(listAt(old, 'subjects'), listAt(now, 'subjects')).filter(
    (subject) => !isExpected(subject, pair),
  );
  const findings = subjects.map((subject) =>
    widened(`${wordAt(subject, 'kind')} ${wordAt(subject, 'name')} is given ${roleName}`),
  );
  const moved = old && !isSame(valueAt(old, 'roleRef'), valueAt(now, 'roleRef'));
  return moved ? [...findings, widened(`the subjects are given ${roleName}`)] : findings;
}

function wordAt(tree: unknown, ...path: Path): string {
  return asText(valueAt(tree, ...path));
}

/** A new role counts too: a binding in the cluster can name a role before it exists. */
function role({ old, now, isNew, isOnboarding }: ObjectPair): readonly RiskFinding[] {
  if (!now || isNew || isOnboarding) return [];
  const before = listAt(old, 'rules').flatMap(permissionsOf);
  const more = listAt(now, 'rules')
    .flatMap(permissionsOf)
    .filter((grant) => !before.some((other) => permissionCovers(other, grant)));
  const findings = [...new Set(more.map(grantText))].map((grant) => widened(`the role may ${grant}`));
  return isSame(valueAt(old, 'aggregationRule'), valueAt(now, 'aggregationRule'))
    ? findings
    : [...findings, widened('the role takes in other roles')];
}

/**
 * Somebody of a new tenant, or of the tenant before, in a namespace that this change adds. cluster-admin is never
 * expected: in a binding it can also change the labels of the namespace.
 */
function isExpected(subject: unknown, { now, isNew, isOnboarding, tenants, context }: ObjectPair): boolean {
  if (valueAt(now, 'roleRef', 'name') === 'cluster-admin') return false;
  return isOnboarding || (isNew && context.hadSubject(tenants.now ?? '', subject));
}

/** One verb on one resource or URL. `*` matches all; an empty list of names matches every object. */
interface Permission {
  readonly verb: string;
  readonly on: string;
  readonly group: string;
  readonly names: readonly string[];
}

function permissionsOf(rule: unknown): readonly Permission[] {
  const texts = (field: string) => listAt(rule, field).map(asText);
  const names = texts('resourceNames');
  const targets = [
    ...texts('apiGroups').flatMap((group) => texts('resources').map((on) => ({ group, on }))),
    ...texts('nonResourceURLs').map((on) => ({ group: 'url', on })),
  ];
  return texts('verbs').flatMap((verb) => targets.map((target) => ({ verb, names, ...target })));
}

function permissionCovers(wide: Permission, narrow: Permission): boolean {
  const part = (a: string, b: string) => a === '*' || a === b;
  const named = wide.names.length === 0 || (narrow.names.length > 0 && newItems(wide.names, narrow.names).length === 0);
  return part(wide.verb, narrow.verb) && part(wide.on, narrow.on) && part(wide.group, narrow.group) && named;
}

function grantText({ verb, on, group }: Permission): string {
  return `${verb} ${on}${group === '' || group === 'url' ? '' : `.${group}`}`;
}
