import fc from 'fast-check';
import { type Body, names, namespace, role, subject } from './values.ts';

/** An export with the copies of an operator, as in a cluster. */
export interface CopiedExport {
  readonly objects: readonly Body[];
  /** The RoleBindings that the operator handles. */
  readonly handled: readonly Body[];
}

interface Content {
  readonly role: string;
  readonly subjects: readonly unknown[];
}

const content = fc.record({ role, subjects: fc.array(subject, { minLength: 1, maxLength: 2 }) });
const bindingNames = ['leads', 'devs'] as const;

/** The parent of each namespace is an earlier one, or none. */
const parents = fc
  .tuple(...names.map((_, index) => fc.option(fc.nat({ max: Math.max(0, index - 1) }))))
  .map((all) => all.map((parent, index) => (index === 0 || parent === null ? undefined : names[parent])));

const places = names.flatMap((name) => bindingNames.map((binding) => [name, binding] as const));

function roleBinding(namespace: string, name: string, { role, subjects }: Content, metadata: Body = {}): Body {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name, namespace, ...metadata },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects,
  };
}

/** Accurate with mode `create`: users changed some copies, and deleted some originals. */
export const accurateCopies: fc.Arbitrary<CopiedExport> = fc
  .record({
    parents,
    states: fc.tuple(...places.map(() => fc.constantFrom('absent', 'own', 'original', 'copy', 'changed'))),
    contents: fc.tuple(...places.map(() => content)),
  })
  .map(({ parents: above, states, contents }) => {
    const parentOf = new Map(names.map((name, index) => [name as string, above[index]]));
    const indexOf = (name: string, binding: string) => places.findIndex(([a, b]) => a === name && b === binding);
    const contentAt = (index: number): Content => {
      const [name, binding] = places[index] ?? ['', ''];
      const origin = indexOf(parentOf.get(name) ?? '', binding);
      const isCopy = states[index] === 'copy' && states[origin] !== undefined;
      return isCopy ? contentAt(origin) : (contents[index] as Content);
    };
    const bindings = places.flatMap(([name, binding], index) => {
      const [state, parent] = [states[index], parentOf.get(name)];
      const isCopy = parent !== undefined && (state === 'copy' || state === 'changed');
      if (state === 'absent') return [];
      const create = { 'accurate.cybozu.com/propagate': 'create' };
      const annotations = isCopy ? { ...create, 'accurate.cybozu.com/from': parent } : state === 'own' ? {} : create;
      return [roleBinding(name, binding, contentAt(index), { annotations })];
    });
    const spaces = names.map((name) => {
      const parent = parentOf.get(name);
      const [key, value] = parent === undefined ? ['type', 'root'] : ['parent', parent];
      return namespace(name, { [`accurate.cybozu.com/${key}`]: value });
    });
    const handled = bindings.filter((one) => Object.keys(annotationsOf(one)).length > 0);
    return { objects: [...spaces, ...bindings], handled };
  });

function annotationsOf(one: Body): object {
  return (one['metadata'] as { readonly annotations: object }).annotations;
}

/** HNC with a flag that excludes some originals. Every root has a binding with copies. */
export const hncCopies: fc.Arbitrary<CopiedExport> = fc
  .record({
    parents,
    states: fc.tuple(...places.map(() => fc.constantFrom('absent', 'original', 'excluded'))),
    contents: fc.tuple(...places.map(() => content)),
  })
  .map(({ parents: above, states, contents }) => {
    const parentOf = new Map(names.map((name, index) => [name as string, above[index]]));
    const wayTo = (name: string): readonly string[] => {
      const parent = parentOf.get(name);
      return parent === undefined ? [name] : [...wayTo(parent), name];
    };
    const stateIn = (name: string, binding: string) => {
      const index = places.findIndex(([a, b]) => a === name && b === binding);
      return { state: states[index], content: contents[index] as Content };
    };
    const bindings = places.flatMap(([name, binding]) => {
      const top = wayTo(name).find((one) => stateIn(one, binding).state === 'original');
      const own = stateIn(name, binding);
      if (top !== undefined && top !== name)
        return [
          roleBinding(name, binding, stateIn(top, binding).content, { labels: { 'hnc.x-k8s.io/inherited-from': top } }),
        ];
      return own.state === 'absent' ? [] : [roleBinding(name, binding, own.content)];
    });
    const everywhere = names.map((name) => {
      const [root = name] = wayTo(name);
      const labels = root === name ? {} : { 'hnc.x-k8s.io/inherited-from': root };
      return roleBinding(name, 'all', { role: 'view', subjects: [{ kind: 'Group', name: 'all' }] }, { labels });
    });
    const configurations = names.flatMap((name) => {
      const parent = parentOf.get(name);
      const metadata = { name: 'hierarchy', namespace: name };
      const spec = parent === undefined ? {} : { parent };
      return [{ apiVersion: 'hnc.x-k8s.io/v1alpha2', kind: 'HierarchyConfiguration', metadata, spec }];
    });
    const handled = [...bindings, ...everywhere];
    return { objects: [...names.map((name) => namespace(name, {})), ...configurations, ...handled], handled };
  });
