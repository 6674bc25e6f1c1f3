import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file in an output directory that says which of its files are ours. */
export const ownershipFile = '.leasehold.json';

/** Begins the name of a directory in which a render waits until it is whole; the writer's process id follows. */
export const stagingPrefix = '.leasehold-tmp-';

export interface OwnedFile {
  /** Relative to the output directory, with forward slashes. */
  readonly path: string;
  readonly sha256: string;
}

export interface Ownership {
  /** The one tenant that was rendered, or null for all. */
  readonly tenant: string | null;
  readonly files: readonly OwnedFile[];
  /** A render that is whole and not yet in place: what must be moved out of staging, and what the result owns. */
  readonly pending?: { readonly staging: string; readonly tenant: string | null; readonly files: readonly OwnedFile[] };
}

export type OwnershipReading =
  | { readonly ok: true; readonly ownership: Ownership | undefined }
  | { readonly ok: false; readonly message: string };

/** Reads and checks it: a path in it that left the directory would let a file there be removed. */
export function readOwnership(dir: string): OwnershipReading {
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

/** Undefined for a text that is no such list, or one with a path that would leave the directory. */
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

/** A relative path of plain names that cannot leave its directory nor be one of our own files in it. */
export function isInnerPath(path: unknown): path is string {
  if (typeof path !== 'string' || /[\\\0]/.test(path) || path.startsWith('.leasehold')) return false;
  return path.split('/').every((step) => step !== '' && step !== '.' && step !== '..');
}

/** Replaces it in one step, so that it is never seen half-written. */
export function writeOwnership(dir: string, staging: string, { tenant, files, pending }: Ownership): void {
  const draft = join(dir, staging, ownershipFile);
  writeFileSync(draft, ownershipText({ tenant, files, ...(pending ? { pending } : {}) }));
  renameSync(draft, join(dir, ownershipFile));
}

/** One file a line, so that two renders compare well. */
export function ownershipText({ tenant, files, pending }: Ownership): string {
  const list = (all: readonly OwnedFile[]) => `[\n${all.map((file) => `    ${JSON.stringify(file)}`).join(',\n')}\n  ]`;
  const rest = pending
    ? `,\n  "pending": { "staging": ${JSON.stringify(pending.staging)}, "tenant": ${JSON.stringify(pending.tenant)}, "files": ${list(pending.files)} }`
    : '';
  return `{\n  ${emptyList},\n  "version": 1,\n  "tenant": ${JSON.stringify(tenant)},\n  "files": ${list(files)}${rest}\n}\n`;
}

/** `kubectl apply -R` and Argo CD read every .json of a directory; in ours they find a List without objects. */
export const emptyList = '"apiVersion": "v1", "kind": "List", "items": []';
