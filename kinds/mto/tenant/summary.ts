import type { Allowance, TenantSummary, UncheckedDocument } from '../../../core/kind/capabilities.ts';
import { listAt, mappingAt, textAt, textsAt, valueAt } from '../../../data/tree.ts';
import { roles } from '../integration/integration.ts';
import { sandboxName } from './sandboxes.ts';

const memberFields = { owner: 'owners', editor: 'editors', viewer: 'viewers' } as const;
const classFields = ['storageClasses', 'ingressClasses', 'podPriorityClasses'];

/** What a Tenant states, read from a file or from a cluster [sources: mto-1, mto-8]. */
export function summaryOf({ name, body }: UncheckedDocument): TenantSummary {
  const quota = textAt(body, 'spec', 'quota');
  return {
    ...(quota === '' ? {} : { quota }),
    access: roles.map((role) => ({ role, ...membersOf(body, memberFields[role]) })),
    classes: Object.fromEntries(classFields.map((field) => [field, allowanceIn(body, field)])),
    namespaces: namespacesOf(name, body),
  };
}

function membersOf(
  body: unknown,
  field: string,
): { readonly users: readonly string[]; readonly groups: readonly string[] } {
  const at = (list: string) => textsAt(body, 'spec', 'accessControl', field, list);
  return { users: at('users'), groups: at('groups') };
}

/** An absent field states nothing; an empty list allows all. The empty name stands for "no class" and names no object. */
function allowanceIn(body: unknown, field: string): Allowance {
  if (valueAt(body, 'spec', field) === undefined) return { sort: 'unstated' };
  if (listAt(body, 'spec', field, 'allowed').length === 0) return { sort: 'all' };
  const names = textsAt(body, 'spec', field, 'allowed').filter((name) => name !== '');
  return { sort: 'listed', names: [...new Set(names)].sort() };
}

function namespacesOf(tenant: string, body: unknown): readonly string[] {
  const spec = mappingAt(body, 'spec', 'namespaces');
  const hasSandboxes = valueAt(spec, 'sandboxes', 'enabled') === true;
  const users = ['owners', 'editors'].flatMap((field) => membersOf(body, field).users);
  return [
    ...textsAt(spec, 'withTenantPrefix').map((item) => `${tenant}-${item}`),
    ...textsAt(spec, 'withoutTenantPrefix'),
    ...(hasSandboxes ? users.map((user) => sandboxName(tenant, user)) : []),
  ];
}
