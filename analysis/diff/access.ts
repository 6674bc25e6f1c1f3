import { isSame, listAt, type Tree, valueAt } from '../../data/tree.ts';
import { type Finding, type Pair, type Rule, widened } from './change.ts';
import { newItems } from './tree.ts';

/** Who may do what: RBAC, Argo CD projects, grants and Services that are reached from outside. */
export function access(pair: Pair): readonly Finding[] {
  return rules[pair.id.kind]?.(pair) ?? [];
}

const rules: Readonly<Record<string, Rule>> = {
  AppProject: project,
  ClusterRole: role,
  ClusterRoleBinding: binding,
  ReferenceGrant: (pair) =>
    lists(pair, [
      ['spec', 'from'],
      ['spec', 'to'],
    ]),
  Role: role,
  RoleBinding: binding,
  Service: service,
};

function binding({ old, now, fresh }: Pair): readonly Finding[] {
  if (!now || fresh) return [];
  const roleName = `${valueAt(now, 'roleRef', 'kind')} ${valueAt(now, 'roleRef', 'name')}`;
  const subjects = newItems(listAt(old, 'subjects'), listAt(now, 'subjects'));
  const findings = subjects.map((subject) =>
    widened(`${valueAt(subject, 'kind')} ${valueAt(subject, 'name')} is given ${roleName}`),
  );
  const moved = old && !isSame(valueAt(old, 'roleRef'), valueAt(now, 'roleRef'));
  return moved ? [...findings, widened(`the subjects are given ${roleName}`)] : findings;
}

function role({ old, now, fresh }: Pair): readonly Finding[] {
  if (!now || fresh || !old) return [];
  const before = listAt(old, 'rules');
  const more = listAt(now, 'rules')
    .flatMap(grants)
    .filter((grant) => !before.flatMap(grants).some((other) => grantCovers(other, grant)));
  const findings = [...new Set(more.map(sayGrant))].map((grant) => widened(`the role may ${grant}`));
  return isSame(valueAt(old, 'aggregationRule'), valueAt(now, 'aggregationRule'))
    ? findings
    : [...findings, widened('the role takes in other roles')];
}

/** One verb on one resource (or URL). `*` stands for all; no names stand for every object. */
interface Grant {
  readonly verb: string;
  readonly on: string;
  readonly group: string;
  readonly names: readonly string[];
}

function grants(rule: unknown): readonly Grant[] {
  const texts = (field: string) => listAt(rule, field).map(String);
  const names = texts('resourceNames');
  const targets = [
    ...texts('apiGroups').flatMap((group) => texts('resources').map((on) => ({ group, on }))),
    ...texts('nonResourceURLs').map((on) => ({ group: 'url', on })),
  ];
  return texts('verbs').flatMap((verb) => targets.map((target) => ({ verb, names, ...target })));
}

function grantCovers(wide: Grant, narrow: Grant): boolean {
  const part = (a: string, b: string) => a === '*' || a === b;
  const named = wide.names.length === 0 || (narrow.names.length > 0 && newItems(wide.names, narrow.names).length === 0);
  return part(wide.verb, narrow.verb) && part(wide.on, narrow.on) && part(wide.group, narrow.group) && named;
}

function sayGrant({ verb, on, group }: Grant): string {
  return `${verb} ${on}${group === '' || group === 'url' ? '' : `.${group}`}`;
}

function project(pair: Pair): readonly Finding[] {
  const spec = [
    'clusterResourceWhitelist',
    'destinations',
    'namespaceResourceWhitelist',
    'roles',
    'sourceNamespaces',
    'sourceRepos',
  ];
  return lists(
    pair,
    spec.map((field) => ['spec', field]),
  );
}

/** Lists of what is allowed: an item more is more access. */
function lists({ old, now }: Pair, paths: readonly (readonly string[])[]): readonly Finding[] {
  if (!old || !now) return [];
  return paths
    .filter((path) => newItems(listAt(old, ...path), listAt(now, ...path)).length > 0)
    .map((path) => widened(`${path.at(-1)} has more in it`));
}

const reach: Readonly<Record<string, number>> = { ClusterIP: 0, ExternalName: 0, LoadBalancer: 2, NodePort: 1 };

function service({ old, now }: Pair): readonly Finding[] {
  if (!old || !now) return [];
  const typeOf = (tree: Tree) => String(valueAt(tree, 'spec', 'type') ?? 'ClusterIP');
  const wider = (reach[typeOf(now)] ?? 0) > (reach[typeOf(old)] ?? 0);
  return wider ? [widened(`a ${typeOf(now)} is reached from outside the cluster`)] : [];
}
