import { didYouMean } from '../../core/problem/nearest.ts';
import type { Report } from '../../core/problem/problem.ts';
import type { Resource } from '../../core/resolve/resource.ts';
import type { World } from '../../core/resolve/world.ts';
import { type ResolvedSupervisor, resolveSupervisor } from '../mto-cluster-resource-supervisor/resolve.ts';
import { supervisable } from '../mto-cluster-resource-supervisor/targets.ts';

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
