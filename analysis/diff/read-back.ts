import { outputDirectory, platformTenant } from '../../core/kind/tenant.ts';
import { readId } from '../../kubernetes/object-id.ts';
import { readObject } from '../../yaml/read-yaml.ts';
import type { Comparable } from './change.ts';

/** The objects in files of an earlier render. */
export interface PastObjects {
  readonly objects: readonly Comparable[];
  readonly unread: readonly UnreadDocument[];
}

/** A document of a rendered file that is not an object, for example because someone edited the file. */
export interface UnreadDocument {
  readonly path: string;
  readonly tenant: string;
  /** Starts at 1. */
  readonly document: number;
}

/** Reads a file of an earlier render. The first folder of its path is the output directory of the tenant. */
export function readBack(path: string, text: string): PastObjects {
  const folder = path.split('/')[0] ?? '';
  const tenant = folder === outputDirectory(platformTenant) ? platformTenant : folder;
  const objects: Comparable[] = [];
  const unread: UnreadDocument[] = [];
  for (const [index, document] of documentsIn(text).entries()) {
    const id = readId(readObject(document));
    if (id) objects.push({ id, tenant, text: document, origin: undefined });
    else unread.push({ path, tenant, document: index + 1 });
  }
  return { objects, unread };
}

/** The documents of a rendered file, which starts with comments. */
function documentsIn(text: string): readonly string[] {
  const [head = '', ...documents] = text.split(/^---\n/m);
  return /^[^#\n]/m.test(head) ? [head, ...documents] : documents;
}
