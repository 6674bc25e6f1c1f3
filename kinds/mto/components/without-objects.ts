import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';

/** The resolve function of a kind for which leasehold renders nothing. */
export function withoutObjects(reason: string, fix = 'remove the resource') {
  return (_resource: Resource, _world: World, report: Report): Record<string, never> => {
    report('ignored-field', ['spec'], `nothing is rendered for this resource, because ${reason}`, { fix });
    return {};
  };
}
