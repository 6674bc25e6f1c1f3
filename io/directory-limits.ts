import { groupBy } from '../data/group-by.ts';
import { limits } from '../data/limits.ts';
import { compare } from '../data/order.ts';

/** The tenant whose directory contains a file, if its authors are not trusted. */
export type AuthorOf = (path: string) => string | undefined;

/** Counts the input files of tenants' directories. */
export interface DirectoryLimits {
  readonly add: (path: string, bytes: number) => void;
  /** Whether the file's directory exceeds a limit, so that the file must not be read. */
  readonly exceeds: (path: string) => boolean;
  /** Keeps the first entry of each directory that exceeds a limit, marked as unreadable, and leaves out the others. */
  readonly apply: <T>(entries: readonly T[], pathOf: (entry: T) => string, mark: (entry: T) => T) => readonly T[];
}

interface Counted {
  files: number;
  bytes: number;
}

/** Calls `openAuthorOf` only if all directories together exceed a limit, because it parses the files of the platform. */
export function openDirectoryLimits(openAuthorOf: () => AuthorOf): DirectoryLimits {
  const all: Counted = { files: 0, bytes: 0 };
  const earlier: (readonly [path: string, bytes: number])[] = [];
  const byTenant = new Map<string, Counted>();
  let authorOf: AuthorOf | undefined;
  const addToTenant = (path: string, bytes: number) => {
    const tenant = authorOf?.(path);
    if (tenant === undefined) return;
    const counted = byTenant.get(tenant) ?? { files: 0, bytes: 0 };
    byTenant.set(tenant, counted);
    addTo(counted, bytes);
  };
  const exceeds = (path: string) => {
    const tenant = authorOf?.(path);
    return tenant !== undefined && isExceeded(byTenant.get(tenant));
  };
  return {
    add: (path, bytes) => {
      addTo(all, bytes);
      if (authorOf) return addToTenant(path, bytes);
      earlier.push([path, bytes]);
      if (!isExceeded(all)) return;
      authorOf = openAuthorOf();
      for (const [known, size] of earlier) addToTenant(known, size);
    },
    exceeds,
    apply: (entries, pathOf, mark) => {
      const excess = entries.map(pathOf).filter(exceeds).sort(compare);
      if (excess.length === 0) return entries;
      const first = new Set([...groupBy(excess, (path) => authorOf?.(path)).values()].map(([path]) => path));
      return entries.flatMap((entry) => {
        const path = pathOf(entry);
        if (!exceeds(path)) return [entry];
        return first.has(path) ? [mark(entry)] : [];
      });
    },
  };
}

function addTo(counted: Counted, bytes: number): void {
  counted.files++;
  counted.bytes += bytes;
}

function isExceeded(counted: Counted | undefined): boolean {
  return counted !== undefined && (counted.files > limits.filesOfTenant || counted.bytes > limits.bytesOfTenant);
}
