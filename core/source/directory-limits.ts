import { groupBy } from '../../data/group-by.ts';
import { limits } from '../../data/limits.ts';
import { compare } from '../../data/order.ts';

/** The tenant whose directory contains a file, if its authors are not trusted. */
export type AuthorOf = (path: string) => string | undefined;

/** Two totals for the files of a tenant's directory, such as their number and their bytes. */
export type Amounts = readonly [number, number];

/** The largest number of files and bytes of a directory. */
export const sizeLimits: Amounts = [limits.filesOfTenant, limits.bytesOfTenant];

/** Adds up the amounts of tenants' directories. */
export interface DirectoryLimits {
  readonly add: (path: string, amounts: Amounts) => void;
  /** Whether the file's directory exceeds a limit, so that the file must not be read. */
  readonly exceeds: (path: string) => boolean;
  /** Keeps only the first entry of each directory that exceeds a limit, and marks it as unreadable. */
  readonly apply: <T>(
    entries: readonly T[],
    pathOf: (entry: T) => string,
    mark: (entry: T, tenant: string) => T,
  ) => readonly T[];
}

type Counted = [number, number];

/**
 * Calls `openAuthorOf`, which can parse the files of the platform, only if all directories together exceed a limit.
 */
export function openDirectoryLimits(max: Amounts, openAuthorOf: () => AuthorOf): DirectoryLimits {
  const all: Counted = [0, 0];
  const earlier: (readonly [path: string, amounts: Amounts])[] = [];
  const byTenant = new Map<string, Counted>();
  let authorOf: AuthorOf | undefined;
  const addToTenant = (path: string, amounts: Amounts) => {
    const tenant = authorOf?.(path);
    if (tenant === undefined) return;
    const counted = byTenant.get(tenant) ?? [0, 0];
    byTenant.set(tenant, counted);
    addTo(counted, amounts);
  };
  const isExceeded = ([one, other]: Amounts) => one > max[0] || other > max[1];
  const exceeds = (path: string) => {
    const tenant = authorOf?.(path);
    return tenant !== undefined && isExceeded(byTenant.get(tenant) ?? [0, 0]);
  };
  return {
    add: (path, amounts) => {
      addTo(all, amounts);
      if (authorOf) return addToTenant(path, amounts);
      earlier.push([path, amounts]);
      if (!isExceeded(all)) return;
      authorOf = openAuthorOf();
      for (const [known, used] of earlier) addToTenant(known, used);
    },
    exceeds,
    apply: (entries, pathOf, mark) => {
      const excess = entries.map(pathOf).filter(exceeds).sort(compare);
      if (excess.length === 0) return entries;
      const first = new Map([...groupBy(excess, (path) => authorOf?.(path))].map(([tenant, [path]]) => [path, tenant]));
      return entries.flatMap((entry) => {
        const path = pathOf(entry);
        if (!exceeds(path)) return [entry];
        const tenant = first.get(path);
        return tenant === undefined ? [] : [mark(entry, tenant)];
      });
    },
  };
}

function addTo(counted: Counted, [one, other]: Amounts): void {
  counted[0] += one;
  counted[1] += other;
}
