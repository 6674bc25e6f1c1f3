import { limits } from '../../data/limits.ts';
import type { AuthorOf } from './directory-limits.ts';

/** A folder that a reader found. */
export interface Folder {
  /** Ends with a slash. Empty for the root. */
  readonly path: string;
  /** The number of its files, links and folders. */
  readonly entries: number;
}

/** Limits the folders of tenants' directories, so that no tenant can cause a reader to list folders endlessly. */
export interface FolderLimits {
  /** Adds folders, each before the folders in it. Adding a folder again adds entries to it. */
  readonly add: (folders: readonly Folder[]) => void;
  /** Whether the folders exceed a limit together, but no Platform was found yet that defines their authors. */
  readonly lacksAuthors: () => boolean;
  /** Whether the path is in a directory that exceeds a limit, so that it must not be read. */
  readonly exceeds: (path: string) => boolean;
  /** The directories of tenants that exceed a limit, without a trailing slash. */
  readonly exceeding: () => readonly string[];
}

interface Total {
  /** The path of the first folder, which contains all others. */
  readonly top: string;
  entries: number;
  /** The largest number of folders inside each other, without the first one. */
  depth: number;
}

/**
 * Calls `openAuthorOf` only if all folders together exceed a limit, and again with the next folders if it returns undefined.
 */
export function openFolderLimits(openAuthorOf: () => AuthorOf | undefined): FolderLimits {
  const earlier: Folder[] = [];
  const byTenant = new Map<string, Total>();
  const exceeding = new Map<string, string>();
  let all: Total | undefined;
  let authorOf: AuthorOf | undefined;
  const addToTenant = (folder: Folder) => {
    const tenant = authorOf?.(folder.path);
    if (tenant === undefined) return;
    const total = byTenant.get(tenant) ?? emptyTotal(folder);
    byTenant.set(tenant, total);
    addTo(total, folder);
    if (isExceeded(total)) exceeding.set(tenant, total.top.slice(0, -1));
  };
  return {
    add: (folders) => {
      if (authorOf) return folders.forEach(addToTenant);
      for (const folder of folders) {
        all ??= emptyTotal(folder);
        addTo(all, folder);
        earlier.push(folder);
      }
      if (!isExceeded(all)) return;
      authorOf = openAuthorOf();
      if (authorOf) earlier.forEach(addToTenant);
    },
    lacksAuthors: () => !authorOf && isExceeded(all),
    exceeds: (path) => exceeding.size > 0 && exceeding.has(authorOf?.(path) ?? ''),
    exceeding: () => [...exceeding.values()],
  };
}

function emptyTotal({ path }: Folder): Total {
  return { top: path, entries: 0, depth: 0 };
}

function addTo(total: Total, { path, entries }: Folder): void {
  total.entries += entries;
  let depth = 0;
  for (let at = path.indexOf('/', total.top.length); at >= 0; at = path.indexOf('/', at + 1)) depth++;
  total.depth = Math.max(total.depth, depth);
}

function isExceeded(total: Total | undefined): boolean {
  return total !== undefined && (total.entries > limits.entriesOfTenant || total.depth > limits.folderDepthOfTenant);
}
