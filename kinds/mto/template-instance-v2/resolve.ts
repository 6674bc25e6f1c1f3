import type { World } from '../../../core/kind/world.ts';
import type { Emit } from '../../../core/print/shape.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { ownNamespace } from '../templating/own-namespace.ts';
import { boundTarget, type InstanceV2 } from '../templating-v2/instance.ts';
import { instanceObjects } from '../templating-v2/objects.ts';

/** Renders the Template into the instance's own namespace, which must belong to a tenant [sources: mto-38]. */
export function resolve(instance: InstanceV2, world: World, report: Report): readonly Emit[] | undefined {
  const namespace = ownNamespace(instance, world, report);
  const target = namespace && boundTarget(instance, namespace, world, report);
  return target && instanceObjects(target);
}
