import { groupBy } from '../../data/group-by.ts';
import type { Fault } from '../problem/problem.ts';

/** Merges faults that occur for several tenants into a single fault that affects all of them. */
export function mergeFaults(faults: readonly Fault[]): readonly Fault[] {
  const byOrigin = groupBy(faults, ({ origin }) => origin);
  return [...byOrigin.values()].flatMap((group) => (group.length === 1 ? group : mergeOfOrigin(group)));
}

function mergeOfOrigin(faults: readonly Fault[]): readonly Fault[] {
  const merged = new Map<string, { readonly fault: Fault; readonly tenants: Set<string> }>();
  for (const fault of faults) {
    const key = JSON.stringify([fault.code, fault.place, fault.message]);
    const known = merged.get(key) ?? { fault, tenants: new Set() };
    merged.set(key, known);
    for (const tenant of fault.tenants ?? []) known.tenants.add(tenant);
  }
  return [...merged.values()].map(({ fault, tenants }) => ({ ...fault, tenants: [...tenants] }));
}
