import { dirname, relative } from 'node:path';
import type { SourceFile } from '../leasehold.ts';
import type { Files } from './ports.ts';

/** Why the next render would read or mix what this one writes, if the output directory overlaps what is read. */
export function overlap(
  out: string,
  dir: string,
  sources: readonly SourceFile[],
  files: Pick<Files, 'kindOf' | 'isWithin'>,
): string | undefined {
  if (files.kindOf(dir) !== 'directory') return undefined;
  const read = [dir, ...directoriesBeside(dir, sources)];
  const around = read.find((directory) => files.isWithin(directory, out));
  if (around !== undefined) return `--out ${out} contains the sources in ${around}; render to a directory of its own`;
  const whole = read.filter((directory) => directory === dir || !files.isWithin(dir, directory));
  const above = whole.find((directory) => files.isWithin(out, directory));
  return above === undefined
    ? undefined
    : `--out ${out} is inside ${above}, so the next render would read the output of this one`;
}

/** The directories of the Platform's files outside the directory of the tenants. Of one above it, only the files are read. */
function directoriesBeside(dir: string, sources: readonly SourceFile[]): readonly string[] {
  const directories = new Set(sources.map(({ path }) => dirname(path)));
  return [...directories].filter((directory) => /^\.\.(?:$|[\\/])/.test(relative(dir, directory)));
}
