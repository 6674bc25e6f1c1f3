import { outputDirectory, platformTenant } from '../../core/kind/tenant.ts';
import { readId } from '../../kubernetes/object-id.ts';
import { readPlain } from '../../yaml/plain.ts';
import type { Comparable } from './change.ts';

/**
 * Reads a file that an earlier render wrote; its first folder is the output directory of the tenant. Skips a document that
 * is not an object, because somebody edited it: the new render replaces it anyway.
 */
export function readBack(path: string, text: string): readonly Comparable[] {
  const folder = path.split('/')[0] ?? '';
  const tenant = folder === outputDirectory(platformTenant) ? platformTenant : folder;
  const [, ...documents] = text.split(/^---\n/m);
  return documents.flatMap((document) => {
    const id = readId(readPlain(document)?.[0]);
    return id ? [{ id, tenant, text: document, origin: undefined }] : [];
  });
}
