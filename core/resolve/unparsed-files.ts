import { contracts, type KindId } from '../../build/contracts.ts';
import { nearest } from '../../data/nearest.ts';
import { isError, type UnlocatedProblem } from '../problem/problem.ts';
import type { SourceFile } from '../source/source.ts';

const kindNames = [...new Set(Object.values(contracts).map(({ kind }) => kind as string))];

/**
 * Whether a file that cannot be parsed might contain something a tenant depends on: its path or text mentions the tenant or
 * one of its namespaces, or it has a `kind:` that resembles a shared kind. A file, link or submodule that cannot be read might
 * contain anything. Failing unnecessarily is better than pruning objects, or rendering without the settings in the file.
 */
export function mayAffect(
  file: SourceFile | undefined,
  names: readonly string[],
  shared: ReadonlySet<KindId>,
): boolean {
  if (!file) return true;
  if (names.some((name) => mentions(file.path, name))) return true;
  if (!('text' in file)) return true;
  const wanted = new Set([...shared].map((id) => contracts[id].kind as string));
  const { text } = file;
  return names.some((name) => mentions(text, name)) || kindsIn(file.text).some((kind) => wanted.has(kind));
}

/**
 * If a file cannot be parsed, omits problems that its contents might resolve: unresolved references, and all warnings,
 * such as those about a selector that matches nothing. The error about the file itself remains.
 */
export function withoutConsequences(problems: readonly UnlocatedProblem[]): readonly UnlocatedProblem[] {
  const isUnparsed = ({ code }: UnlocatedProblem) => code === 'invalid-yaml' || code === 'unreadable-file';
  if (!problems.some(isUnparsed)) return problems;
  return problems.filter((problem) => isError(problem) && problem.code !== 'unresolved-reference');
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`(?<![a-z0-9.-])${name.replaceAll('.', '\\.')}(?![a-z0-9-])`).test(text);
}

function kindsIn(text: string): readonly string[] {
  const words = [...text.matchAll(/\bkind["']?\s*:\s*["']?([A-Za-z0-9]{1,63})/g)].map(([, word]) => word as string);
  return [...new Set(words)].flatMap((word) => nearest(word, kindNames) ?? []);
}
