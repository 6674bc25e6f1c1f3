import { readId } from '../../kubernetes/object-id.ts';
import { readPlain } from '../../yaml/plain.ts';
import type { Comparable } from './diff.ts';

/**
 * Reads a file that an earlier render wrote. Its first folder is the tenant, as layout has it. A document that is
 * no object of ours, because somebody edited it, is passed over: the new render replaces it anyway.
 */
export function readBack(path: string, text: string): readonly Comparable[] {
  const tenant = path.split('/')[0] ?? '';
  const [, ...documents] = text.split(/^---\n/m);
  return documents.flatMap((document) => {
    const id = readId(readPlain(document)?.[0]);
    return id ? [{ id, tenant, text: document, origin: undefined }] : [];
  });
}
