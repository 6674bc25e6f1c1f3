import type { Delegation } from '../../../core/kind/kind.ts';
import type { Use } from '../../../core/settings/use.ts';
import { mappingAt } from '../../../data/tree.ts';
import { mtoTenantLabel } from '../integration/keys.ts';

/** The namespace must belong to the tenant. Selectors of the platform can match its labels, so keys need a Grant. */
export const delegation: Delegation<'mto-namespace'> = {
  byDefault: true,
  free: ['spec'],
  uses: ({ body }) => [...keyUses(body, 'labels'), ...keyUses(body, 'annotations')],
};

function keyUses(body: unknown, map: string): readonly Use[] {
  return Object.keys(mappingAt(body, 'metadata', map))
    .filter((key) => key !== mtoTenantLabel)
    .map((key) => ({ sort: 'metadata', path: ['metadata', map, key], key }));
}
