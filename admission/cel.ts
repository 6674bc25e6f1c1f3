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
