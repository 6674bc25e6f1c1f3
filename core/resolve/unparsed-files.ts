import { contracts, type KindId } from '../../build/contracts.ts';
import { nearest } from '../../data/nearest.ts';
import type { SourceFile } from '../source/source.ts';

const kindNames = [...new Set(Object.values(contracts).map(({ kind }) => kind as string))];

/**
 * Whether a file of which no document is known may hold what a tenant needs: its path or text mentions the tenant or a namespace of it, or it
 * says `kind:` of what tenants share, be it with a slip. To fail once too often is better than to prune, or to render
 * without the settings that the file holds.
 */
export function mayConcern(
  file: SourceFile | undefined,
  names: readonly string[],
  shared: ReadonlySet<KindId>,
): boolean {
  if (!file) return true;
  if (names.some((name) => mentions(file.path, name))) return true;
  if (!('text' in file)) return false;
  const wanted = new Set([...shared].map((id) => contracts[id].kind as string));
  const { text } = file;
  return names.some((name) => mentions(text, name)) || kindsIn(file.text).some((kind) => wanted.has(kind));
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`(?<![a-z0-9.-])${name.replaceAll('.', '\\.')}(?![a-z0-9-])`).test(text);
}

function kindsIn(text: string): readonly string[] {
  const words = [...text.matchAll(/\bkind["']?\s*:\s*["']?([A-Za-z0-9]{1,63})/g)].map(([, word]) => word as string);
  return [...new Set(words)].flatMap((word) => nearest(word, kindNames) ?? []);
}
