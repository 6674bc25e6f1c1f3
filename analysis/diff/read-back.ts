import type { ObjectId } from '../../kubernetes/object-id.ts';
import { readPlain } from '../../yaml/plain.ts';
import type { Comparable } from './diff.ts';
import { at } from './tree.ts';

/**
 * Reads a file that an earlier render wrote. Its first folder is the tenant, as layout has it. A document that is
 * no object of ours, because somebody edited it, is passed over: the new render replaces it anyway.
 */
export function readBack(path: string, text: string): readonly Comparable[] {
  const tenant = path.split('/')[0] ?? '';
  const [, ...documents] = text.split(/^---\n/m);
  return documents.flatMap((document) => {
    const id = idOf(readPlain(document)?.[0]);
    return id ? [{ id, tenant, text: document, origin: undefined }] : [];
  });
}

function idOf(tree: unknown): ObjectId | undefined {
  const [apiVersion, kind, name] = [at(tree, 'apiVersion'), at(tree, 'kind'), at(tree, 'metadata', 'name')];
  const namespace = at(tree, 'metadata', 'namespace') ?? '';
  if (![apiVersion, kind, name, namespace].every((value) => typeof value === 'string')) return undefined;
  const slash = String(apiVersion).lastIndexOf('/');
  const group = slash < 0 ? '' : String(apiVersion).slice(0, slash);
  return { group, kind: String(kind), namespace: String(namespace), name: String(name) };
}
