/** Undefined for an empty value, which the chart omits. To Kubernetes, empty and absent can differ. */
export function omitEmpty<T extends object>(part: T | undefined): T | undefined {
  return part && Object.keys(part).length > 0 ? part : undefined;
}
