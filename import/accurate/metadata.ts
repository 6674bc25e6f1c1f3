import { groupBy } from '../../data/group-by.ts';
import { memo } from '../../data/memo.ts';
import { textAt, textEntriesAt } from '../../data/tree.ts';
import type { InertField, SourceFact } from '../effect/fact.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { type ManagedKey, namespaceFacts } from '../tenancy/namespace-facts.ts';
import { namespaceIn } from '../tenancy/object-index.ts';
import type { NamespaceTree } from '../tenancy/trees.ts';
import { type Configuration, configurationIn, matchesKey } from './configuration.ts';
import { group, isInConflict, isSubNamespace, originsOf } from './scope.ts';

type Aspect = ManagedKey['aspect'];

/** The namespaces of a tree with their labels and annotations. The exported Namespaces show what Accurate propagated. */
export function metadataFacts(tree: NamespaceTree, objects: readonly ExportedObject[]): readonly SourceFact[] {
  const configuration = configurationIn(objects);
  const isInherited = inheritanceIn(tree, { objects, configuration });
  return [...tree.namespaces, tree.newNamespace].flatMap((name) => {
    const source = namespaceIn(objects, name);
    return namespaceFacts({
      name,
      tenant: tree.name,
      source,
      managed: [
        ...subNamespaceKeys(name, objects, configuration),
        ...inheritedKeys(originsOf(name, tree, objects), objects, isInherited),
      ],
      isDropped: (_, key) => isAccurateOnly(key) || isCreatedBy(key, source),
    });
  });
}

/** True for keys that only Accurate reads. */
export function isAccurateOnly(key: string): boolean {
  return key.startsWith(`${group}/`) || key.startsWith(`internal.${group}/`);
}

function isCreatedBy(key: string, source: ExportedObject | undefined): boolean {
  const by = 'app.kubernetes.io/created-by';
  return key === by && textAt(source?.body, 'metadata', 'labels', by) === 'accurate';
}

/** The labels and annotations of a SubNamespace that Accurate sets on its namespace. */
function subNamespaceKeys(
  name: string,
  objects: readonly ExportedObject[],
  configuration: Configuration | undefined,
): readonly ManagedKey[] {
  return (statedByName(objects).get(name) ?? [])
    .filter(({ source, aspect, key, value }) => isApplied({ source, aspect, key, value }, objects, configuration))
    .map(({ source, aspect, key, value }) => ({
      aspect,
      key,
      value,
      from: [{ source, path: ['spec', `${aspect}s`, key] }],
    }));
}

interface StatedKey {
  readonly source: ExportedObject;
  readonly aspect: Aspect;
  readonly key: string;
  readonly value: string;
}

function statedKeys(objects: readonly ExportedObject[]): readonly StatedKey[] {
  return objects
    .filter((one) => isSubNamespace(one) && !isInConflict(one, objects))
    .flatMap((source) =>
      (['label', 'annotation'] as const).flatMap((aspect) =>
        textEntriesAt(source.body, 'spec', `${aspect}s`).map(([key, value]) => ({ source, aspect, key, value })),
      ),
    );
}

const statedByName = memo((objects: readonly ExportedObject[]) =>
  groupBy(statedKeys(objects), ({ source }) => source.name),
);

/**
 * Accurate sets only keys that its configuration lists. Without the configuration, the namespace shows whether Accurate set the
 * key [sources: accurate-2].
 */
function isApplied(
  { source, aspect, key, value }: StatedKey,
  objects: readonly ExportedObject[],
  configuration: Configuration | undefined,
): boolean {
  const list = aspect === 'label' ? 'subNamespaceLabelKeys' : 'subNamespaceAnnotationKeys';
  if (configuration) return matchesKey(key, configuration[list]);
  return textAt(namespaceIn(objects, source.name)?.body, 'metadata', `${aspect}s`, key) === value;
}

export function inertKeys(objects: readonly ExportedObject[]): readonly InertField[] {
  const configuration = configurationIn(objects);
  const why = 'Accurate sets only the keys that its configuration lists';
  return statedKeys(objects)
    .filter((one) => !isApplied(one, objects, configuration))
    .map(({ source, aspect, key }) => ({ source, path: ['spec', `${aspect}s`, key], why }));
}

interface Inheritance {
  readonly objects: readonly ExportedObject[];
  readonly configuration: Configuration | undefined;
}

type IsInherited = (aspect: Aspect, key: string) => boolean;

/** The keys that a namespace inherits from its origins: its ancestors and the templates of the root. */
function inheritedKeys(
  origins: readonly string[],
  objects: readonly ExportedObject[],
  isInherited: IsInherited,
): readonly ManagedKey[] {
  return origins.flatMap((origin) => {
    const source = namespaceIn(objects, origin);
    if (!source) return [];
    return (['label', 'annotation'] as const).flatMap((aspect) =>
      textEntriesAt(source.body, 'metadata', `${aspect}s`)
        .filter(([key]) => !isAccurateOnly(key) && isInherited(aspect, key))
        .map(([key, value]) => ({ aspect, key, value, from: [{ source, path: ['metadata', `${aspect}s`, key] }] })),
    );
  });
}

/**
 * Without the configuration, a key counts as inherited if the export contains namespaces below the root, and each of them has the
 * same value as its parent.
 */
function inheritanceIn(tree: NamespaceTree, { objects, configuration }: Inheritance): IsInherited {
  if (configuration)
    return (aspect, key) =>
      matchesKey(key, aspect === 'label' ? configuration.labelKeys : configuration.annotationKeys);
  const below = tree.namespaces.filter((name) => name !== tree.name && namespaceIn(objects, name) !== undefined);
  const known = new Map<string, boolean>();
  return (aspect, key) => {
    const valueIn = (name: string) => textAt(namespaceIn(objects, name)?.body, 'metadata', `${aspect}s`, key);
    const isKept = (name: string) => valueIn(name) !== '' && valueIn(name) === valueIn(tree.ancestors(name)[0] ?? '');
    const id = `${aspect} ${key}`;
    const inherited = known.get(id) ?? (below.length > 0 && below.every(isKept));
    known.set(id, inherited);
    return inherited;
  };
}
