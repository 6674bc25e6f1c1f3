import { listAt, textAt, textEntriesAt, textsAt } from '../../data/tree.ts';
import { readYaml } from '../../yaml/read-yaml.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { pluralOf, resourceName } from '../resources/kubectl-names.ts';

/** The keys that Accurate propagates, by list of its configuration. */
export interface Configuration {
  readonly labelKeys: readonly string[];
  readonly annotationKeys: readonly string[];
  readonly subNamespaceLabelKeys: readonly string[];
  readonly subNamespaceAnnotationKeys: readonly string[];
}

const lists = ['labelKeys', 'annotationKeys', 'subNamespaceLabelKeys', 'subNamespaceAnnotationKeys'] as const;

/** Accurate's configuration, read from its ConfigMap. Undefined if the export does not contain it. */
export function configurationIn(objects: readonly ExportedObject[]): Configuration | undefined {
  const file = fileIn(objects);
  if (file === undefined) return undefined;
  return {
    labelKeys: textsAt(file, 'labelKeys'),
    annotationKeys: textsAt(file, 'annotationKeys'),
    subNamespaceLabelKeys: textsAt(file, 'subNamespaceLabelKeys'),
    subNamespaceAnnotationKeys: textsAt(file, 'subNamespaceAnnotationKeys'),
  };
}

/** The resources that Accurate copies. Without its configuration file, the resources that it copies by default. */
export function watchedResources(objects: readonly ExportedObject[]): readonly string[] {
  const file = fileIn(objects);
  if (file === undefined) return ['secrets'];
  return listAt(file, 'watches').map((entry) => resourceName(pluralOf(textAt(entry, 'kind')), textAt(entry, 'group')));
}

function fileIn(objects: readonly ExportedObject[]): unknown {
  const maps = objects.filter(({ kind, group }) => kind === 'ConfigMap' && group === '');
  return maps
    .flatMap(({ body }) => textEntriesAt(body, 'data'))
    .map(([, text]) => {
      const result = readYaml(text);
      return result.ok ? result.bodies[0] : undefined;
    })
    .find((file) => lists.some((list) => listAt(file, list).length > 0) && listAt(file, 'watches').length > 0);
}

/** True if a key matches a pattern of Go's path.Match: `*` and `?` do not match a slash. */
export function matchesKey(key: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const expression = pattern
      .replaceAll(/[.+^${}()|\\]/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]');
    return isExpression(expression) && new RegExp(`^${expression}$`).test(key);
  });
}

function isExpression(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
