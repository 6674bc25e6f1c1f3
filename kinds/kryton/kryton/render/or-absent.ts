/** The chart leaves out what is empty; an empty mapping can mean another thing to Kubernetes than none. */
export function orAbsent<T extends object>(part: T | undefined): T | undefined {
  return part && Object.keys(part).length > 0 ? part : undefined;
}
