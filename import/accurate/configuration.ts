import { listAt, textEntriesAt, textsAt } from '../../data/tree.ts';
import { readYaml } from '../../yaml/read-yaml.ts';
import type { ExportedObject } from '../resources/exported-object.ts';

/** The keys that Accurate passes down, by list of its configuration. */
export interface Configuration {
  readonly labelKeys: readonly string[];
  readonly annotationKeys: readonly string[];
  readonly subNamespaceLabelKeys: readonly string[];
  readonly subNamespaceAnnotationKeys: readonly string[];
}

const lists = ['labelKeys', 'annotationKeys', 'subNamespaceLabelKeys', 'subNamespaceAnnotationKeys'] as const;

/** The ConfigMap with Accurate's configuration file, if the export contains it. */
export function configurationIn(objects: readonly ExportedObject[]): Configuration | undefined {
  for (const { kind, group, body } of objects) {
    if (kind !== 'ConfigMap' || group !== '') continue;
    for (const [, text] of textEntriesAt(body, 'data')) {
      const found = readConfiguration(text);
      if (found) return found;
    }
  }
  return undefined;
}

function readConfiguration(text: string): Configuration | undefined {
  const result = readYaml(text);
  const [file] = result.ok ? result.bodies : [];
  if (!lists.some((list) => listAt(file, list).length > 0) || listAt(file, 'watches').length === 0) return undefined;
  return {
    labelKeys: textsAt(file, 'labelKeys'),
    annotationKeys: textsAt(file, 'annotationKeys'),
    subNamespaceLabelKeys: textsAt(file, 'subNamespaceLabelKeys'),
    subNamespaceAnnotationKeys: textsAt(file, 'subNamespaceAnnotationKeys'),
  };
}

/** Whether a key matches a pattern of Go's path.Match: `*` and `?` match no slash. */
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
