import { groupBy } from '../../data/group-by.ts';
import { listAt, type Path, pathsIn, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { fieldUse, missingUses, type ObjectUse, usesBelow } from './field-uses.ts';

/** Texts of a field in which the kubelet replaces variables of a container. */
interface Expressions {
  readonly texts: readonly string[];
  readonly field: Path;
}

/**
 * The content of the variables that texts name, directly or through the values of other variables, as values of the field with
 * the texts. Visits each variable once.
 */
export function variableUses(object: Tree, container: Path, { texts, field }: Expressions): readonly ObjectUse[] {
  const names = new Set(texts.flatMap(namesIn));
  if (names.size === 0) return [];
  const entries = groupBy(pathsIn(object, [...container, 'env']), (entry) => textAt(object, ...entry, 'name'));
  // The loop also visits the names that it adds.
  for (const name of names)
    for (const entry of entries.get(name) ?? [])
      for (const used of namesIn(textAt(object, ...entry, 'value'))) names.add(used);
  const others = listAt(object, ...container, 'envFrom').length > 0 ? [[...container, 'envFrom']] : [];
  return [...names].flatMap(
    (name) =>
      entries.get(name)?.flatMap((entry) => entryUses(object, entry, field)) ??
      others.map((path) => changeableUse(name, path, field)),
  );
}

/** The names in `$(NAME)`. */
function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/\$\(([^$)]*)\)/g)].map(([, name = '']) => name);
}

/** Fields of a pod that only Kubernetes sets. */
const fixedFields = [
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

function entryUses(object: Tree, entry: Path, field: Path): readonly ObjectUse[] {
  const [isValue, source] = [valueAt(object, ...entry, 'valueFrom') === undefined, [...entry, 'valueFrom', 'fieldRef']];
  const fieldPath = textAt(object, ...source, 'fieldPath');
  const isName = fieldPath === 'metadata.name';
  if (!isValue && !isName && !fixedFields.includes(fieldPath))
    return [changeableUse(textAt(object, ...entry, 'name'), entry, field)];
  const uses = [entry, ...(isName ? [['metadata', 'name']] : [])].flatMap((path) => usesBelow(object, path));
  const values = uses.filter((use) => !use.isPart);
  const missing = isValue ? missingUses(object, [entry], ['value']) : [];
  return [...values, ...missing].map(({ path }) => ({
    ...fieldUse(field, valueAt(object, ...path) || undefined),
    path,
  }));
}

/** Members of a tenant can change labels and annotations of a pod, and the ConfigMaps and Secrets of its namespace. */
function changeableUse(name: string, path: Path, field: Path): ObjectUse {
  return { ...fieldUse(field, `$(${name})`), path, inline: `write the value of the variable ${name} in the Template` };
}
