import { closeSync, fstatSync, openSync, readdirSync, readSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { SourceFile } from '../core/index.ts';
import { compare } from '../core/order.ts';

/** A resource of more than 1.5 MiB does not fit etcd; a file of several documents may be somewhat larger. */
const largestFile = 4 * 1024 * 1024;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A file that was found below the root; only a link may lead elsewhere. */
interface Found {
  readonly path: string;
  readonly link: boolean;
}

/**
 * Reads every .yaml, .yml and .json file below a directory, in name order. Hidden directories and node_modules are
 * passed over. Paths in the result are relative to the working directory. Throws when the directory cannot be read.
 */
export function readTree(root: string): readonly SourceFile[] {
  const real = realpathSync(root);
  return listFiles(root).map((found) => readSource(found, real));
}

function listFiles(folder: string): Found[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => compare(a.name, b.name));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isHidden(entry.name) ? [] : listFiles(path);
    const wanted = /\.(?:ya?ml|json)$/.test(entry.name) && !entry.name.startsWith('.');
    return wanted ? [{ path, link: !entry.isFile() }] : [];
  });
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

function readSource({ path: file, link }: Found, root: string): SourceFile {
  const path = file.split(sep).join('/');
  if (link && leaves(root, file)) return { path, unreadable: 'link-outside' };
  const bytes = readBounded(file);
  if (!bytes) return { path, unreadable: 'too-large' };
  const text = decode(bytes);
  return text === undefined ? { path, unreadable: 'binary' } : { path, text };
}

/** True for a link whose target is not below the root, and for one that leads nowhere. */
function leaves(root: string, file: string): boolean {
  try {
    return relative(root, realpathSync(file)).startsWith('..');
  } catch {
    return true;
  }
}

function readBounded(file: string): Uint8Array | undefined {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    if (size > largestFile) return undefined;
    const bytes = new Uint8Array(size);
    return bytes.subarray(0, readSync(handle, bytes));
  } finally {
    closeSync(handle);
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
