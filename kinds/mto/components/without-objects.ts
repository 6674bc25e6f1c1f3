import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';

/** How a kind is resolved that leasehold needs no objects for. */
export function withoutObjects(reason: string) {
  return (_resource: Resource, _world: World, report: Report): Record<string, never> => {
    report('ignored-field', ['spec'], `nothing is rendered: ${reason}`, { fix: 'remove the resource' });
    return {};
  };
}
