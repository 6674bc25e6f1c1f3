/** Whether a text is a DNS label, as the names of namespaces must be. */
export function isDnsLabel(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text);
}

/** Whether a text is a DNS subdomain, as the names of most objects must be. */
export function isDnsSubdomain(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/.test(text);
}

export function isLabelValue(text: string): boolean {
  return /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?$/.test(text);
}

/** Whether a text is a valid key for a label or an annotation. */
export function isMetadataKey(text: string): boolean {
  return /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/.test(text);
}
