/** A CEL string literal. */
export function literal(text: string): string {
  const escaped = text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `'${escaped}'`;
}

export function listLiteral(texts: readonly string[]): string {
  return `[${texts.map(literal).join(', ')}]`;
}

/** The namespace of the request, or the namespace that the request changes. */
export const celOfNamespace =
  '(namespaceObject != null ? dyn(namespaceObject) : oldObject != null ? oldObject : object)';

/** The list in an annotation of the request's namespace. Empty if the annotation is empty or absent. */
export function annotationList(key: string): string {
  const text = `namespaceObject.metadata.?annotations[?${literal(key)}].orValue('')`;
  return `(${text} == '' ? [] : ${text}.split('\\n'))`;
}

export function hasAnnotation(key: string): string {
  return `namespaceObject.metadata.?annotations[?${literal(key)}].hasValue()`;
}

/** All containers of a pod, including init and ephemeral containers. */
export function containersOf(pod: string): string {
  return `(${pod}.spec.containers + ${pod}.spec.?initContainers.orValue([]) + ${pod}.spec.?ephemeralContainers.orValue([]))`;
}

/**
 * Flattens a list of lists of strings, splits strings at line breaks, and omits empty strings. Before Kubernetes 1.35, CEL has
 * no other way to flatten lists.
 */
export function flattened(lists: string): string {
  return `${lists}.map(list, list.join('\\n')).join('\\n').split('\\n').filter(text, text != '')`;
}

/**
 * The maximum number of separators that a lookup considers. A higher limit increases the cost, and real names have fewer
 * separators.
 */
export const maxParts = 20;

const counts = `[${Array.from({ length: maxParts }, (_, index) => index + 1).join(', ')}]`;

/**
 * The prefixes of a text that end before each of its first `maxParts` separators. Looking up each prefix in a list costs much
 * less than comparing each item of the list.
 */
export function celOfPrefixes(separator: string, text: string): string {
  const parts = `${text}.split('${separator}', k + 1)`;
  return `${counts}.filter(k, k < ${text}.split('${separator}').size())
  .map(k, ${text}.substring(0, ${text}.size() - ${parts}[k].size() - 1))`;
}

/** The suffixes of a text that begin after each of its first `maxParts` separators. */
export function celOfSuffixes(separator: string, text: string): string {
  return `${counts}.filter(k, k < ${text}.split('${separator}').size()).map(k, ${text}.split('${separator}', k + 1)[k])`;
}
