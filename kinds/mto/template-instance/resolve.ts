import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Emit } from '../../../core/print/shape.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { resolveInstance } from '../templating/instance.ts';
import { ownNamespace } from '../templating/own-namespace.ts';

/** Renders the Template into the instance's own namespace, which must belong to a tenant [sources: mto-29]. */
export function resolve(
  instance: Resource<'mto-template-instance'>,
  world: World,
  report: Report,
): readonly Emit[] | undefined {
  const namespace = ownNamespace(instance, world, report);
  return namespace && resolveInstance(instance, [namespace.name], world, report);
}
