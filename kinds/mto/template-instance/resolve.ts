import type { Resource } from '../../../core/kind/resource.ts';
import { isTenant } from '../../../core/kind/tenant.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Emit } from '../../../core/print/shape.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { resolveInstance } from '../templating/instance.ts';
import { usedWithoutQuota } from '../templating/template-reference.ts';

/** Renders the Template into the instance's own namespace, which must belong to a tenant [sources: mto-29]. */
export function resolve(
  instance: Resource<'mto-template-instance'>,
  world: World,
  report: Report,
): readonly Emit[] | undefined {
  if (isTenant(instance.tenant)) return resolveInstance(instance, [instance.namespace], world, report);
  // An invalid tenant might have the namespace.
  if (!world.knowsAllNamespaces) return undefined;
  const message = `no tenant has namespace ${instance.namespace}, so nothing is rendered into it`;
  const fix = 'add the namespace to its tenant';
  report(isSample(world) ? 'missing-context' : 'unresolved-reference', ['metadata', 'namespace'], message, { fix });
  return undefined;
}

/** Whether the repository might contain only samples: it has no Platform, and nothing in it shows that it is in use. */
function isSample(world: World): boolean {
  const isInUse = world.namespaces().length > 0 || usedWithoutQuota.some((kind) => world.all(kind).length > 0);
  return !world.settings.hasPlatform && !isInUse;
}
