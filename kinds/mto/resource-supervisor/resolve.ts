import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { didYouMean } from '../../../data/nearest.ts';
import { type ResolvedSupervisor, resolveSupervisor } from '../hibernation/resolve.ts';
import { supervisable } from '../hibernation/targets.ts';

/** It belongs to whoever has the namespace that it lies in. */
export function resolve(
  resource: Resource<'mto-resource-supervisor'>,
  world: World,
  report: Report,
): ResolvedSupervisor | undefined {
  const { byName, excluded } = world.derived(supervisable);
  const path = ['metadata', 'namespace'];
  const { namespace } = resource;
  if (!byName.has(namespace)) {
    // A tenant that a fault leaves out may have it.
    if (!world.knowsAllNamespaces) return undefined;
    const message = `no tenant in the files has namespace ${namespace}`;
    report('unresolved-reference', path, message, { fix: didYouMean(namespace, [...byName.keys()]) });
    return undefined;
  }
  if (excluded.has(namespace))
    report('ignored-field', path, `namespace ${namespace} says itself that it is to be left out`);
  return resolveSupervisor(resource, world, report);
}
