/** Returns undefined for an empty value, because the chart omits it. To Kubernetes, an empty and an absent value can differ. */
export function omitEmpty<T extends object>(part: T | undefined): T | undefined {
  return part && Object.keys(part).length > 0 ? part : undefined;
}
