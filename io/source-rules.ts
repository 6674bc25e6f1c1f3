import { isAscii } from 'node:buffer';
import type { SourceFile } from '../leasehold.ts';

/** What counts as an input file, the same for a directory and for a Git revision. */

/** Bytes. etcd rejects a resource of more than 1.5 MiB, but a file can contain several. */
export const largestFile = 4 * 1024 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function isSourceName(name: string): boolean {
  return /\.(?:ya?ml|json)$/.test(name);
}

export function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

/**
 * This file in an Application's directory overrides its source, even to apply plain manifests [sources: argocd-4]. In a tenant's
 * directory it would bypass every check of leasehold.
 */
export function isSourceOverride(name: string): boolean {
  return /^\.argocd-source(?:-.*)?\.yaml$/.test(name);
}

export function decodeSource(path: string, bytes: Buffer): SourceFile {
  const text = decode(bytes);
  return text === undefined || text.includes('\0') ? { path, unreadable: 'binary' } : { path, text };
}

/** Fast path for ASCII, which needs no decoder. */
function decode(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1');
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
