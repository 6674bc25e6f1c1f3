import type { Delegation } from '../../../core/kind/kind.ts';
import type { Use } from '../../../core/settings/use.ts';
import { listAt, mappingAt, type Path, textAt, textsAt } from '../../../data/tree.ts';

const roles = ['owners', 'editors', 'viewers'];

/**
 * Most fields, such as the quota, members, sandboxes and class lists, need a Grant. Namespaces with the tenant's prefix do not.
 */
export const delegation: Delegation<'mto-tenant'> = {
  byDefault: false,
  free: [
    'spec.accessControl',
    'spec.desc',
    'spec.namespaces.withTenantPrefix',
    'spec.namespaces.withoutTenantPrefix',
    'spec.namespaces.metadata',
  ],
  uses: ({ body }) => [
    ...quotaUse(body),
    ...memberUses(body),
    ...textsAt(body, 'spec', 'namespaces', 'withoutTenantPrefix').map(
      (namespace, index) =>
        ({
          sort: 'own-namespace',
          path: ['spec', 'namespaces', 'withoutTenantPrefix', index],
          name: namespace,
        }) as const,
    ),
    ...metadataUses(body),
  ],
};

/** Without a quota, nothing would limit the tenant. */
function quotaUse(body: unknown): readonly Use[] {
  return textAt(body, 'spec', 'quota') === '' ? [{ sort: 'missing-field', path: ['spec'], field: 'spec.quota' }] : [];
}

/** `system:` subjects include all authenticated users, so a Grant that allows any member does not cover them. */
function memberUses(body: unknown): readonly Use[] {
  return roles.flatMap((role) =>
    ['users', 'groups'].flatMap((list) =>
      textsAt(body, 'spec', 'accessControl', role, list).map((value, index) => {
        const field = value.startsWith('system:') ? 'systemSubjects' : `spec.accessControl.${role}.${list}`;
        return { sort: 'field', path: ['spec', 'accessControl', role, list, index], field, value } as const;
      }),
    ),
  );
}

/** The keys of labels and annotations that namespaces get. */
function metadataUses(body: unknown): readonly Use[] {
  const path = ['spec', 'namespaces', 'metadata'];
  const parts = ['common', 'sandbox'].map((part) => [...path, part]);
  const specific = listAt(body, ...path, 'specific').map((_, index) => [...path, 'specific', index]);
  return [...parts, ...specific].flatMap((at) => keyUses(body, at));
}

function keyUses(body: unknown, at: Path): readonly Use[] {
  return ['labels', 'annotations'].flatMap((map) =>
    Object.keys(mappingAt(body, ...at, map)).map(
      (key) => ({ sort: 'metadata', path: [...at, map, key], key }) as const,
    ),
  );
}
