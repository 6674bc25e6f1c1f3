import type { Manifest } from '../../core/print/manifest.ts';
import { once } from '../../data/once.ts';
import { isMapping, listAt, type Tree, textAt, textsAt } from '../../data/tree.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { readObject } from '../../yaml/read-yaml.ts';
import { type Source, sourcesOf } from './source.ts';
import { isWanted, partOf, type Wanted } from './wanted.ts';
import type { World } from './world.ts';

/** One permission: who can do what in which namespace, and the binding that grants it. */
export interface AccessRow {
  readonly subject: Subject;
  readonly tenant: string;
  /** Empty for a permission in the whole cluster. */
  readonly namespace: string;
  readonly role: { readonly kind: string; readonly name: string };
  /** What the role allows: `get, list pods`. Empty for a role that the cluster defines. */
  readonly rules: readonly string[];
  /** The binding, as `RoleBinding.rbac.authorization.k8s.io pay-dev/mto-owner-admin`. */
  readonly binding: string;
  readonly source: Source | undefined;
}

export interface Subject {
  readonly kind: string;
  readonly name: string;
  /** Set for a ServiceAccount. */
  readonly namespace: string;
}

const group = 'rbac.authorization.k8s.io';

/** The permissions that rendered bindings grant, by subject; of a tenant, of the given tenants, or of all tenants. */
export function accessRows(world: World, wanted?: Wanted): readonly AccessRow[] {
  const { objects, resources } = partOf(world, wanted);
  const bindings = objects.filter(
    ({ id, tenant }) => id.group === group && id.kind.endsWith('Binding') && isWanted(tenant, wanted),
  );
  const find = sourcesOf(bindings, resources, world);
  const rulesOf = rulesFinder(objects);
  const rows = bindings.flatMap((binding) => rowsOf(binding, rulesOf, find(binding.origin)));
  return rows.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

function sortKey({ subject, namespace, role }: AccessRow): string {
  return [subject.kind, subject.name, namespace, role.name].join('\n');
}

type RulesFinder = (role: AccessRow['role'], namespace: string) => readonly string[];

function rowsOf(
  { id, tenant, text }: Manifest,
  rulesOf: RulesFinder,
  source: Source | undefined,
): readonly AccessRow[] {
  const body = readObject(text);
  const role = { kind: textAt(body, 'roleRef', 'kind'), name: textAt(body, 'roleRef', 'name') };
  const { namespace } = id;
  const rest = { tenant, namespace, role, rules: rulesOf(role, namespace), binding: formatId(id), source };
  const subjects = listAt(body, 'subjects').filter(isMapping);
  return subjects.map((subject) => ({ subject: subjectOf(subject), ...rest }));
}

function subjectOf(subject: Tree): Subject {
  return { kind: textAt(subject, 'kind'), name: textAt(subject, 'name'), namespace: textAt(subject, 'namespace') };
}

function rulesFinder(objects: readonly Manifest[]): RulesFinder {
  const roles = objects.filter(({ id }) => id.group === group && ['Role', 'ClusterRole'].includes(id.kind));
  const rules = new Map(
    roles.map(({ id, text }) => [`${id.kind} ${id.namespace}/${id.name}`, once(() => rulesIn(text))]),
  );
  return ({ kind, name }, namespace) => rules.get(`${kind} ${kind === 'Role' ? namespace : ''}/${name}`)?.() ?? [];
}

function rulesIn(text: string): readonly string[] {
  const rules = listAt(readObject(text), 'rules').filter(isMapping);
  return rules.map((rule) => {
    const names = textsAt(rule, 'resourceNames');
    const what = [...textsAt(rule, 'resources'), ...textsAt(rule, 'nonResourceURLs')].join(', ');
    return `${textsAt(rule, 'verbs').join(', ')} ${what}${names.length > 0 ? ` named ${names.join(', ')}` : ''}`;
  });
}
