import type { UnlocatedProblem } from '../problem/problem.ts';
import type { SourceFile } from '../source/source.ts';

/**
 * Reports source files and directories with paths that differ only in case or Unicode form, because some file systems,
 * such as those of macOS and Windows, keep only one of them. Reports both paths, because either can be missing in a checkout.
 */
export function collisionProblems(files: readonly SourceFile[]): readonly UnlocatedProblem[] {
  const paths = files.map(({ path }) => path);
  const found = new Set(paths.map(folded)).size < paths.length ? collidingPaths(new Map(paths.map(toSelf))) : [];
  return [...found, ...collidingPaths(firstFiles(paths))];
}

function toSelf(path: string): readonly [string, string] {
  return [path, path];
}

/** Returns the first file in each directory, by the path of the directory. */
function firstFiles(paths: readonly string[]): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const directory = path.slice(0, end);
      if (first.has(directory)) break;
      first.set(directory, path);
    }
  }
  return first;
}

/** `files` maps each path to the file at which its problem is reported. */
function collidingPaths(files: ReadonlyMap<string, string>): readonly UnlocatedProblem[] {
  const known = new Map<string, string>();
  return [...files.keys()].sort().flatMap((path) => {
    const key = folded(path);
    const other = known.get(key);
    if (other !== undefined) return [collision(path, other, files), collision(other, path, files)];
    known.set(key, path);
    return [];
  });
}

function collision(path: string, other: string, files: ReadonlyMap<string, string>): UnlocatedProblem {
  const origin = { file: files.get(path) as string, document: 0, base: [] };
  const message = `${path} and ${other} differ only in case or Unicode form, and some file systems keep only one of them`;
  return { code: 'colliding-paths', origin, place: { line: 1, column: 1 }, message, fix: 'rename one of them' };
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
