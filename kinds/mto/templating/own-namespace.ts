import type { Resource } from '../../../core/kind/resource.ts';
import type { TenantNamespace, World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { usedWithoutQuota } from './template-reference.ts';

/**
 * The namespace of an instance, with its tenant. Undefined if no tenant has it, which is reported unless an invalid tenant might
 * have it.
 */
export function ownNamespace(instance: Resource, world: World, report: Report): TenantNamespace | undefined {
  const namespace = world.namespace(instance.namespace);
  if (namespace || !world.knowsAllNamespaces) return namespace;
  const message = `no tenant has namespace ${instance.namespace}, so nothing is rendered into it`;
  const fix = 'correct the namespace, or add it to a tenant';
  report(isSample(world) ? 'missing-context' : 'unresolved-reference', ['metadata', 'namespace'], message, { fix });
  return undefined;
}

/** Whether the repository might contain only samples: it has no Platform, and nothing in it shows that it is in use. */
function isSample(world: World): boolean {
  const isInUse = world.namespaces().length > 0 || usedWithoutQuota.some((kind) => world.all(kind).length > 0);
  return !world.settings.hasPlatform && !isInUse;
}
