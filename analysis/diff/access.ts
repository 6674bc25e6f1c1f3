import { isSame, listAt, type Tree, valueAt } from '../../data/tree.ts';
import { type ObjectPair, type RiskFinding, type RiskRule, widened } from './change.ts';
import { newItems } from './tree.ts';

/** Who may do what: RBAC, Argo CD projects, grants and Services that are reached from outside. */
export function access(pair: ObjectPair): readonly RiskFinding[] {
  return rules[pair.id.kind]?.(pair) ?? [];
}

const rules: Readonly<Record<string, RiskRule>> = {
  AppProject: project,
  ClusterRole: role,
  ClusterRoleBinding: binding,
  ReferenceGrant: (pair) =>
    allowLists(pair, [
      ['spec', 'from'],
      ['spec', 'to'],
    ]),
  Role: role,
  RoleBinding: binding,
  Service: service,
};

function binding({ old, now, isNew }: ObjectPair): readonly RiskFinding[] {
  if (!now || isNew) return [];
  const roleName = `${valueAt(now, 'roleRef', 'kind')} ${valueAt(now, 'roleRef', 'name')}`;
  const subjects = newItems(listAt(old, 'subjects'), listAt(now, 'subjects'));
  const findings = subjects.map((subject) =>
    widened(`${valueAt(subject, 'kind')} ${valueAt(subject, 'name')} is given ${roleName}`),
  );
  const moved = old && !isSame(valueAt(old, 'roleRef'), valueAt(now, 'roleRef'));
  return moved ? [...findings, widened(`the subjects are given ${roleName}`)] : findings;
}

function role({ old, now, isNew }: ObjectPair): readonly RiskFinding[] {
  if (!now || isNew || !old) return [];
  const before = listAt(old, 'rules');
  const more = listAt(now, 'rules')
    .flatMap(permissionsOf)
    .filter((grant) => !before.flatMap(permissionsOf).some((other) => permissionCovers(other, grant)));
  const findings = [...new Set(more.map(grantText))].map((grant) => widened(`the role may ${grant}`));
  return isSame(valueAt(old, 'aggregationRule'), valueAt(now, 'aggregationRule'))
    ? findings
    : [...findings, widened('the role takes in other roles')];
}

/** One verb on one resource or URL. `*` matches all; an empty list of names matches every object. */
interface Permission {
  readonly verb: string;
  readonly on: string;
  readonly group: string;
  readonly names: readonly string[];
}

function permissionsOf(rule: unknown): readonly Permission[] {
  const texts = (field: string) => listAt(rule, field).map(String);
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

function project(pair: ObjectPair): readonly RiskFinding[] {
  const spec = [
    'clusterResourceWhitelist',
    'destinations',
    'namespaceResourceWhitelist',
    'roles',
    'sourceNamespaces',
    'sourceRepos',
  ];
  return allowLists(
    pair,
    spec.map((field) => ['spec', field]),
  );
}

/** Lists of allowed items: a new item widens access. */
function allowLists({ old, now }: ObjectPair, paths: readonly (readonly string[])[]): readonly RiskFinding[] {
  if (!old || !now) return [];
  return paths
    .filter((path) => newItems(listAt(old, ...path), listAt(now, ...path)).length > 0)
    .map((path) => widened(`${path.at(-1)} has more in it`));
}

const exposure: Readonly<Record<string, number>> = { ClusterIP: 0, ExternalName: 0, LoadBalancer: 2, NodePort: 1 };

function service({ old, now }: ObjectPair): readonly RiskFinding[] {
  if (!old || !now) return [];
  const typeOf = (tree: Tree) => String(valueAt(tree, 'spec', 'type') ?? 'ClusterIP');
  const wider = (exposure[typeOf(now)] ?? 0) > (exposure[typeOf(old)] ?? 0);
  return wider ? [widened(`a ${typeOf(now)} is reached from outside the cluster`)] : [];
}
