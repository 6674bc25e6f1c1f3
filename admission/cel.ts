/** A string literal of CEL. */
export function literal(text: string): string {
  const escaped = text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `'${escaped}'`;
}

export function listLiteral(texts: readonly string[]): string {
  return `[${texts.map(literal).join(', ')}]`;
}

/** The list in an annotation of the request's namespace; an empty text without the annotation. */
export function annotationList(key: string): string {
  return `namespaceObject.metadata.?annotations[?${literal(key)}].orValue('').split('\\n')`;
}

export function hasAnnotation(key: string): string {
  return `namespaceObject.metadata.?annotations[?${literal(key)}].hasValue()`;
}

/** All containers of a pod, of every list. */
export function containersOf(pod: string): string {
  return `(${pod}.spec.containers + ${pod}.spec.?initContainers.orValue([]) + ${pod}.spec.?ephemeralContainers.orValue([]))`;
}

/** Joins a list of lists of texts. A list without texts adds nothing; CEL has no other way before Kubernetes 1.35. */
export function flattened(lists: string): string {
  return `${lists}.map(list, list.join('\\n')).join('\\n').split('\\n').filter(text, text != '')`;
}

/** Each place of a text that a lookup in a list considers. More would cost time for each, and no name has as many. */
export const mostParts = 20;

const counts = `[${Array.from({ length: mostParts }, (_, index) => index + 1).join(', ')}]`;

/**
 * The starts of a text before each separator. A lookup of each start in a list costs much less than a comparison with each item
 * of the list.
 */
export function startsBefore(separator: string, text: string): string {
  const parts = `${text}.split('${separator}', k + 1)`;
  return `${counts}.filter(k, k < ${text}.split('${separator}').size())
  .map(k, ${text}.substring(0, ${text}.size() - ${parts}[k].size() - 1))`;
}

/** The ends of a text after each separator. */
export function endsAfter(separator: string, text: string): string {
  return `${counts}.filter(k, k < ${text}.split('${separator}').size()).map(k, ${text}.split('${separator}', k + 1)[k])`;
}
