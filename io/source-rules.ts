import { isAscii } from 'node:buffer';
import type { SourceFile } from '../leasehold.ts';

/** What counts as an input file, the same for a directory and for a Git revision. */

/** Bytes. A resource of more than 1.5 MiB does not fit etcd; a file of several documents may be somewhat larger. */
export const largestFile = 4 * 1024 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function isSourceName(name: string): boolean {
  return /\.(?:ya?ml|json)$/.test(name);
}

export function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

/**
 * Argo CD merges such a file into the source of the Application in its directory [sources: argocd-4]. Among a tenant's
 * files it would let the tenant change what Argo CD applies.
 */
export function isSourceOverride(name: string): boolean {
  return /^\.argocd-source(?:-.*)?\.yaml$/.test(name);
}

export function decodeSource(path: string, bytes: Buffer): SourceFile {
  const text = decode(bytes);
  return text === undefined || text.includes('\0') ? { path, unreadable: 'binary' } : { path, text };
}

/** Most files are ASCII, which needs no decoder. */
function decode(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1');
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
