import type { Resource } from '../../core/kind/resource.ts';
import { pointFinder } from '../../core/parse/locate.ts';
import type { SourceFile } from '../../core/source/source.ts';
import { groupBy } from '../../data/group-by.ts';

type ResourceFinder = (place: { readonly file: string; readonly line: number }) => Resource | undefined;

interface ResourceStart {
  readonly resource: Resource;
  readonly start: number;
}

/**
 * Finds the resource at a line of an input file: the last resource that starts at or before the line. For a line above
 * the first resource, finds the first one. Reads each file once.
 */
export function resourceFinder(resources: readonly Resource[], files: readonly SourceFile[]): ResourceFinder {
  const byFile = groupBy(resources, ({ origin }) => origin.file);
  const starts = new Map<string, readonly ResourceStart[]>();
  return ({ file, line }) => {
    const own = starts.get(file) ?? resourceStarts(byFile.get(file) ?? [], files);
    starts.set(file, own);
    return (own.findLast(({ start }) => start <= line) ?? own[0])?.resource;
  };
}

function resourceStarts(resources: readonly Resource[], files: readonly SourceFile[]): readonly ResourceStart[] {
  const [only] = resources;
  if (only && resources.length === 1) return [{ resource: only, start: 1 }];
  const lines = startLines(resources, files);
  const starts = resources.map((resource, index) => ({ resource, start: lines[index] ?? 1 }));
  return starts.sort((a, b) => a.start - b.start);
}

/** The first line of each resource. */
export function startLines(resources: readonly Resource[], files: readonly SourceFile[]): readonly number[] {
  const wanted = new Set(resources.map(({ origin }) => origin.file));
  const texts = files.filter(({ path }) => wanted.has(path));
  const finders = new Map(texts.map((file) => [file.path, pointFinder(file)]));
  return resources.map(({ origin }) => finders.get(origin.file)?.(origin, []).line ?? 1);
}
