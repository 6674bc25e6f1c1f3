import { groupBy } from '../../data/group-by.ts';
import { memo } from '../../data/memo.ts';
import { listAt, textAt, valueAt } from '../../data/tree.ts';
import type { FieldReference, InertField, SourceFact } from '../effect/fact.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { type ManagedKey, namespaceFacts } from '../tenancy/namespace-facts.ts';
import { namespaceIn } from '../tenancy/object-index.ts';
import type { NamespaceTree } from '../tenancy/trees.ts';
import { group, isInConflict, treeLabels } from './scope.ts';

/** A label or annotation that a configuration or an anchor sets for a namespace and all its descendants. */
interface StatedKey {
  readonly aspect: ManagedKey['aspect'];
  readonly key: string;
  readonly value: string;
  readonly namespace: string;
  readonly fields: readonly FieldReference[];
}

/** The namespaces of a tree with their final labels and annotations. */
export function metadataFacts(tree: NamespaceTree, objects: readonly ExportedObject[]): readonly SourceFact[] {
  return [...tree.namespaces, tree.newNamespace].flatMap((name) =>
    namespaceFacts({
      name,
      tenant: tree.name,
      source: namespaceIn(objects, name),
      managed: managedKeys(name, tree, appliedKeys(objects)),
      isDropped: (_, key) => isHncOnly(key),
    }),
  );
}

/** True for keys that only HNC reads. False for the labels of the tree, because NetworkPolicies can select by them. */
export function isHncOnly(key: string): boolean {
  return key.startsWith(`${group}/`);
}

const appliedKeys = memo((objects: readonly ExportedObject[]) =>
  groupBy(
    statedKeys(objects).filter((one) => isApplied(one, objects)),
    ({ namespace }) => namespace,
  ),
);

/** The keys that HNC sets. Keys of ancestors override those of the namespace [sources: hnc-3]. */
function managedKeys(
  name: string,
  tree: NamespaceTree,
  stated: ReadonlyMap<string, readonly StatedKey[]>,
): readonly ManagedKey[] {
  const labels = Object.entries(treeLabels(name, tree)).map(([key, value]) => ({
    aspect: 'label' as const,
    key,
    value,
    from: [],
  }));
  const topDown = [name, ...tree.ancestors(name)].toReversed();
  const keys = topDown.flatMap((above) => stated.get(above) ?? []);
  // Omits the label with the name of the new namespace, which does not exist in the cluster.
  const own = labels.filter(({ key }) => !key.startsWith(`${tree.newNamespace}.`));
  return [...own, ...keys.map(({ aspect, key, value, fields }) => ({ aspect, key, value, from: fields }))];
}

function statedKeys(objects: readonly ExportedObject[]): readonly StatedKey[] {
  return objects.flatMap((source) => {
    if (source.group !== group || isInConflict(source, objects)) return [];
    const namespace = source.kind === 'SubnamespaceAnchor' ? source.name : source.namespace;
    return (['label', 'annotation'] as const).flatMap((aspect) =>
      listAt(source.body, 'spec', `${aspect}s`).flatMap((pair, index) => {
        const [key, value] = [textAt(pair, 'key'), valueAt(pair, 'value')];
        const fields = ['key', 'value'].map((field) => ({ source, path: ['spec', `${aspect}s`, index, field] }));
        return key !== '' && typeof value === 'string' ? [{ aspect, key, value, namespace, fields }] : [];
      }),
    );
  });
}

/** HNC sets only keys that its flags allow. The namespace shows whether HNC set the key. */
function isApplied({ aspect, key, namespace }: StatedKey, objects: readonly ExportedObject[]): boolean {
  const source = namespaceIn(objects, namespace);
  return source === undefined || textAt(source.body, 'metadata', `${aspect}s`, key) !== '';
}

export function inertKeys(objects: readonly ExportedObject[]): readonly InertField[] {
  const why = 'HNC sets only the keys that its flags for managed labels and annotations name';
  return statedKeys(objects)
    .filter((one) => !isApplied(one, objects))
    .flatMap(({ fields }) => fields.map((field) => ({ ...field, why })));
}
