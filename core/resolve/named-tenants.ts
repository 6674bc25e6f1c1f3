import { didYouMean } from '../../data/nearest.ts';
import { compare } from '../../data/order.ts';
import type { Path } from '../../data/tree.ts';
import { isTenant, platformTenant } from '../kind/tenant.ts';
import { atValue, type UnlocatedProblem } from '../problem/problem.ts';
import type { Resolved } from './resolve.ts';

/** Warns about entries of spec.enforcement for tenants that no file defines. All files must have been read. */
export function namedTenantProblems({ tenants, world }: Resolved): readonly UnlocatedProblem[] {
  const choices = [...new Set([...tenants.values()].filter(isTenant))].sort(compare);
  return world.all('platform').flatMap(({ body: { spec }, origin, tenant }) =>
    entriesOf(spec.enforcement ?? {})
      .filter(({ name }) => !choices.includes(name))
      .map(({ name, path }) => ({
        code: 'ignored-field',
        origin,
        place: atValue(['spec', 'enforcement', ...path]),
        message: `no file defines tenant ${name}, so the entry has no effect`,
        fix: didYouMean(name, choices) ?? `remove the entry${name === platformTenant ? '' : ', or define the tenant'}`,
        choices,
        tenants: [tenant],
      })),
  );
}

interface Entries {
  readonly cordoned?: readonly string[];
  readonly defaults?: readonly Selecting[];
  readonly limits?: readonly Selecting[];
  readonly modes?: readonly Selecting[];
}

interface Selecting {
  readonly tenants?: readonly string[];
}

/** The names of tenants in the settings, with their paths. */
function entriesOf({ cordoned = [], defaults = [], limits = [], modes = [] }: Entries) {
  const lists: readonly (readonly [names: readonly string[], path: Path])[] = [
    [cordoned, ['cordoned']],
    ...Object.entries({ defaults, limits, modes }).flatMap(([field, entries]) =>
      entries.map(({ tenants = [] }, index) => [tenants, [field, index, 'tenants']] as const),
    ),
  ];
  return lists.flatMap(([names, path]) => names.map((name, index) => ({ name, path: [...path, index] })));
}
