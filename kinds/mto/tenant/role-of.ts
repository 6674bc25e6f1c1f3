import type { Bodies } from '../../../build/contracts.ts';
import { type Role, roles } from '../integration/integration.ts';

/** Who asks, as the API server sees them. */
export interface Identity {
  readonly user: string;
  readonly groups: readonly string[];
}

type AccessControl = Bodies['mto-tenant']['spec']['accessControl'];

const fields = { owner: 'owners', editor: 'editors', viewer: 'viewers' } as const;

/** The highest role that somebody has in a Tenant, or undefined for one whom it does not name [mto 1]. */
export function roleOf(access: AccessControl, { user, groups }: Identity): Role | undefined {
  return roles.find((role) => {
    const named = access?.[fields[role]];
    return named?.users?.includes(user) || named?.groups?.some((group) => groups.includes(group));
  });
}

/** What a Tenant says of a sort of classes [mto 1]. */
export type Allowance =
  | { readonly sort: 'unsaid' }
  | { readonly sort: 'all' }
  | { readonly sort: 'listed'; readonly names: readonly string[] };

/** Absent is not empty: the one says nothing, the other allows all. The empty name, for no class, is no object. */
export function allowanceOf(setting: { readonly allowed?: readonly string[] } | undefined): Allowance {
  if (!setting) return { sort: 'unsaid' };
  const names = setting.allowed ?? [];
  if (names.length === 0) return { sort: 'all' };
  return { sort: 'listed', names: [...new Set(names)].filter((name) => name !== '').sort() };
}
