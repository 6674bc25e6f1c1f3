/** The kubectl name of a resource: `networkpolicies.networking.k8s.io`. */
export function resourceName(plural: string, group: string): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** The plural name of a kind, formed by English spelling rules, as in the API conventions. */
export function pluralOf(kind: string): string {
  const name = kind.toLowerCase();
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|ch)$/.test(name) ? `${name}es` : `${name}s`;
}
