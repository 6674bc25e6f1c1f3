import { addToGroup, groupBy } from '../data/group-by.ts';
import { limits } from '../data/limits.ts';
import { compare } from '../data/order.ts';
import { type SourceFile, untrustedAuthorOf } from '../leasehold.ts';
import { canHavePlatform, hasPlatform } from './platform-directory.ts';

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

/** The paths that a reader found, from the root of the repository, and how it reads some of them. */
export interface FoundPaths {
  readonly paths: readonly string[];
  readonly read: (paths: readonly string[]) => readonly SourceFile[];
  /** Files of directories above the paths that can contain the Platform. */
  readonly above: readonly SourceFile[];
}

/**
 * Reads the Platform among found paths. It is the one nearest to the top in a directory whose name no tenant can have, so files
 * that tenants wrote are never read.
 */
export function findAuthors({ paths, read, above }: FoundPaths): AuthorOf {
  const byDepth = new Map<number, string[]>();
  for (const path of paths) {
    const depth = platformDepth(path);
    if (depth !== undefined) addToGroup(byDepth, depth, path);
  }
  for (const depth of above.some(hasPlatform) ? [] : [...byDepth.keys()].sort((a, b) => a - b)) {
    const files = read(byDepth.get(depth) ?? []);
    if (files.some(hasPlatform)) return untrustedAuthorOf(files);
  }
  return untrustedAuthorOf(above);
}

/** The depth of the first directory that can contain the Platform. 0 for a file at the top. */
function platformDepth(path: string): number | undefined {
  const folders = path.split('/').slice(0, -1);
  if (folders.length === 0) return 0;
  const index = folders.findIndex(canHavePlatform);
  return index < 0 ? undefined : index + 1;
}
