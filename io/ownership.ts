import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file that lists leasehold's files in an output directory. */
export const ownershipFile = '.leasehold.json';

/** Prefix of a staging directory's name, followed by the writer's process id. */
export const stagingPrefix = '.leasehold-tmp-';

export interface OwnedFile {
  /** Relative to the output directory, with forward slashes. */
  readonly path: string;
  readonly sha256: string;
}

export interface Ownership {
  /** The rendered tenant, or null for all. */
  readonly tenant: string | null;
  readonly files: readonly OwnedFile[];
  /** A complete render in staging that is not yet in place, with the files that it will own. */
  readonly pending?: { readonly staging: string; readonly tenant: string | null; readonly files: readonly OwnedFile[] };
}

export type OwnershipResult =
  | { readonly ok: true; readonly ownership: Ownership | undefined }
  | { readonly ok: false; readonly message: string };

/**
 * Reads and validates the ownership file. Rejects paths outside the directory, because leasehold would delete the files
 * they name.
 */
export function readOwnership(dir: string): OwnershipResult {
  const file = join(dir, ownershipFile);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { ok: true, ownership: undefined };
    throw error;
  }
  const ownership = parseOwnership(text);
  return ownership
    ? { ok: true, ownership }
    : { ok: false, message: `${file} is not a list of files that leasehold wrote` };
}

/** Returns undefined if the text is invalid, or if a path is reserved or outside the directory. */
export function parseOwnership(text: string): Ownership | undefined {
  try {
    const value = JSON.parse(text) as Ownership & { readonly version?: unknown };
    const files = [...value.files, ...(value.pending?.files ?? [])];
    const sound = value.version === 1 && files.every(({ path }) => isInnerPath(path));
    const staging = value.pending?.staging ?? stagingPrefix;
    return sound && staging.startsWith(stagingPrefix) && !staging.includes('/') ? value : undefined;
  } catch {
    return undefined;
  }
}

/** True for a relative path that stays in its directory and is not one of leasehold's own files. */
export function isInnerPath(path: unknown): path is string {
  if (typeof path !== 'string' || /[\\\0]/.test(path) || path.startsWith('.leasehold')) return false;
  return path.split('/').every((step) => step !== '' && step !== '.' && step !== '..');
}

/** Replaces the ownership file atomically. */
export function writeOwnership(dir: string, staging: string, { tenant, files, pending }: Ownership): void {
  const draft = join(dir, staging, ownershipFile);
  writeFileSync(draft, ownershipText({ tenant, files, ...(pending ? { pending } : {}) }));
  renameSync(draft, join(dir, ownershipFile));
}

/** One file per line, which keeps diffs small. */
export function ownershipText({ tenant, files, pending }: Ownership): string {
  const list = (all: readonly OwnedFile[]) => `[\n${all.map((file) => `    ${JSON.stringify(file)}`).join(',\n')}\n  ]`;
  const rest = pending
    ? `,\n  "pending": { "staging": ${JSON.stringify(pending.staging)}, "tenant": ${JSON.stringify(pending.tenant)}, "files": ${list(pending.files)} }`
    : '';
  return `{\n  ${emptyList},\n  "version": 1,\n  "tenant": ${JSON.stringify(tenant)},\n  "files": ${list(files)}${rest}\n}\n`;
}

/** Keys that make a .json file a valid, empty List, because `kubectl apply -R` and Argo CD read every .json file. */
export const emptyList = '"apiVersion": "v1", "kind": "List", "items": []';
