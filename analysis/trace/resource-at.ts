import type { Resource } from '../../core/kind/resource.ts';
import { locate } from '../../core/parse/locate.ts';
import { atValue } from '../../core/problem/problem.ts';
import type { SourceFile } from '../../core/source/source.ts';
import { groupBy } from '../../data/group-by.ts';

type Finder = (place: { readonly file: string; readonly line: number }) => Resource | undefined;

interface Begun {
  readonly resource: Resource;
  readonly start: number;
}

/**
 * Finds the resource that a line of an input file belongs to: the one that begins last at or before it, and the
 * first one for a line of the comments above. Each file is looked through once.
 */
export function resourceFinder(resources: readonly Resource[], files: readonly SourceFile[]): Finder {
  const byFile = groupBy(resources, ({ origin }) => origin.file);
  const begun = new Map<string, readonly Begun[]>();
  return ({ file, line }) => {
    const own = begun.get(file) ?? inOrder(byFile.get(file) ?? [], files);
    begun.set(file, own);
    return (own.findLast(({ start }) => start <= line) ?? own[0])?.resource;
  };
}

function inOrder(resources: readonly Resource[], files: readonly SourceFile[]): readonly Begun[] {
  const [only] = resources;
  if (only && resources.length === 1) return [{ resource: only, start: 1 }];
  const lines = startLines(resources, files);
  const begun = resources.map((resource, index) => ({ resource, start: lines[index] ?? 1 }));
  return begun.sort((a, b) => a.start - b.start);
}

/** The line that each resource begins at. */
export function startLines(resources: readonly Resource[], files: readonly SourceFile[]): readonly number[] {
  const wanted = new Set(resources.map(({ origin }) => origin.file));
  const faults = resources.map(({ origin }, index) => ({
    code: 'not-a-resource' as const,
    origin,
    place: atValue([]),
    message: `${index}`,
  }));
  const lines: number[] = [];
  const texts = files.filter(({ path }) => wanted.has(path));
  for (const { message, at } of locate(faults, texts)) lines[Number(message)] = at.line;
  return lines;
}
