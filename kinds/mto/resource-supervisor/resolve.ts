import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { suggestion } from '../../../data/nearest.ts';
import { externalTargets } from '../hibernation/external.ts';
import { type ResolvedSupervisor, reportExclusion, resolveSupervisor } from '../hibernation/resolve.ts';
import { supervisionIndex } from '../hibernation/supervision-targets.ts';

/** A ResourceSupervisor belongs to the tenant of its namespace. */
export function resolve(
  resource: Resource<'mto-resource-supervisor'>,
  world: World,
  report: Report,
): ResolvedSupervisor | undefined {
  const { byName, isExcluded, nearestNamespace } = world.derived(supervisionIndex);
  const path = ['metadata', 'namespace'];
  const { namespace } = resource;
  if (!byName.has(namespace) && externalTargets(resource, world).length === 0) {
    // An invalid tenant might have the namespace.
    if (!world.knowsAllNamespaces) return undefined;
    const message = `no tenant has namespace ${namespace}, so it does not sleep`;
    report('risky-value', path, message, { fix: suggestion(nearestNamespace(namespace)) });
  }
  if (isExcluded(namespace))
    reportExclusion(namespace, path, { report, fix: 'remove the annotation or the ResourceSupervisor' });
  return resolveSupervisor(resource, world, report);
}
