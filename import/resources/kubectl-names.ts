/** A resource as kubectl names it: `networkpolicies.networking.k8s.io`. */
export function resourceName(plural: string, group: string): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** The name of the resources of a kind, by the rules of English that API conventions follow. */
export function pluralOf(kind: string): string {
  const name = kind.toLowerCase();
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|ch)$/.test(name) ? `${name}es` : `${name}s`;
}
