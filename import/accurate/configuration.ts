import { memo } from '../../data/memo.ts';
import { listAt, textAt, textEntriesAt, textsAt } from '../../data/tree.ts';
import { groupKind } from '../../kubernetes/object-id.ts';
import { readYaml } from '../../yaml/read-yaml.ts';
import type { FieldReference } from '../effect/fact.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { pluralOf, resourceName } from '../resources/kubectl-names.ts';
import { treesByNamespace } from '../tenancy/trees.ts';
import { accurateTrees, isCopy } from './scope.ts';

/** The keys that Accurate propagates. Each field is a list in its configuration. */
export interface Configuration {
  readonly labelKeys: readonly string[];
  readonly annotationKeys: readonly string[];
  readonly subNamespaceLabelKeys: readonly string[];
  readonly subNamespaceAnnotationKeys: readonly string[];
}

/** Accurate's configuration, read from its ConfigMap. Undefined unless the export contains exactly one. */
export const configurationIn = memo((objects: readonly ExportedObject[]): Configuration | undefined => {
  const file = fileIn(objects);
  if (file === undefined) return undefined;
  return {
    labelKeys: textsAt(file, 'labelKeys'),
    annotationKeys: textsAt(file, 'annotationKeys'),
    subNamespaceLabelKeys: textsAt(file, 'subNamespaceLabelKeys'),
    subNamespaceAnnotationKeys: textsAt(file, 'subNamespaceAnnotationKeys'),
  };
});

/** The resources that Accurate copies. Only Secrets, unless the export contains exactly one configuration file. */
export function watchedResources(objects: readonly ExportedObject[]): readonly string[] {
  const file = fileIn(objects);
  if (file === undefined) return ['secrets'];
  return listAt(file, 'watches').map((entry) => resourceName(pluralOf(textAt(entry, 'kind')), textAt(entry, 'group')));
}

/**
 * Returns a function that reports whether Accurate copies objects of the kind of an object. If the export does not contain
 * exactly one configuration file, the copies in the export show these kinds. If it contains no copies either, all kinds count as
 * copied.
 */
export function watchesIn(objects: readonly ExportedObject[]): (source: ExportedObject) => boolean {
  const file = fileIn(objects);
  const kinds = file
    ? listAt(file, 'watches').map((one) => groupKind(textAt(one, 'group'), textAt(one, 'kind')))
    : objects.filter(isCopy).map(({ group, kind }) => groupKind(group, kind));
  const watched = new Set(kinds);
  return ({ group, kind }) => watched.size === 0 || watched.has(groupKind(group, kind));
}

/** The configuration files that restrict the names of sub-namespaces, as fields of the export. */
export function namingPolicies(objects: readonly ExportedObject[]): readonly FieldReference[] {
  return filesIn(objects)
    .filter(({ file }) => listAt(file, 'namingPolicies').length > 0)
    .map(({ field }) => field);
}

interface ConfigurationFile {
  readonly field: FieldReference;
  readonly file: unknown;
}

/**
 * The configuration file. Undefined unless the export contains exactly one: anyone with a namespace can create a ConfigMap with
 * such a file, so none of several can be trusted.
 */
function fileIn(objects: readonly ExportedObject[]): unknown {
  const files = filesIn(objects);
  return files.length === 1 ? files[0]?.file : undefined;
}

/** The configuration files of Accurate in ConfigMaps outside tenants. They are recognized by their list of watched kinds. */
const filesIn = memo((objects: readonly ExportedObject[]): readonly ConfigurationFile[] => {
  const treeOf = treesByNamespace(accurateTrees(objects));
  const isOutside = ({ namespace }: ExportedObject) => !treeOf.has(namespace);
  const maps = objects.filter((one) => one.kind === 'ConfigMap' && one.group === '' && isOutside(one));
  return maps
    .flatMap((source) =>
      textEntriesAt(source.body, 'data')
        .filter(([, text]) => text.includes('watches:'))
        .map(([key, text]) => ({ field: { source, path: ['data', key] }, file: readFile(text) })),
    )
    .filter(({ file }) => isConfiguration(file));
});

function readFile(text: string): unknown {
  const result = readYaml(text);
  return result.ok ? result.bodies[0] : undefined;
}

function isConfiguration(file: unknown): boolean {
  const watches = listAt(file, 'watches');
  return (
    watches.length > 0 && watches.every((entry) => textAt(entry, 'kind') !== '' && textAt(entry, 'version') !== '')
  );
}

/** True if a key matches a pattern of Go's path.Match: `*` and `?` do not match a slash. */
export function matchesKey(key: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const expression = pattern
      .replaceAll(/[.+${}()|\\]|(?<!\[)\^/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]');
    return isValidExpression(expression) && new RegExp(`^${expression}$`).test(key);
  });
}

function isValidExpression(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
