import { outputDirectory, platformTenant } from '../../core/kind/tenant.ts';
import { readId } from '../../kubernetes/object-id.ts';
import { readObject } from '../../yaml/read-yaml.ts';
import type { Comparable } from './change.ts';

/**
 * Reads a file of an earlier render. The first folder of its path is the output directory of the tenant. Skips
 * documents that are not objects: manual edits can cause them, and the new render replaces them.
 */
export function readBack(path: string, text: string): readonly Comparable[] {
  const folder = path.split('/')[0] ?? '';
  const tenant = folder === outputDirectory(platformTenant) ? platformTenant : folder;
  const [, ...documents] = text.split(/^---\n/m);
  return documents.flatMap((document) => {
    const id = readId(readObject(document));
    return id ? [{ id, tenant, text: document, origin: undefined }] : [];
  });
}
