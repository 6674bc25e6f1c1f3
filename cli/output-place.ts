import { dirname, relative } from 'node:path';
import type { SourceFile } from '../leasehold.ts';
import type { Files } from './ports.ts';

/** The message if the output directory overlaps the sources: the next render would then read the output. */
export function overlap(
  out: string,
  dir: string,
  sources: readonly SourceFile[],
  files: Pick<Files, 'kindOf' | 'isWithin'>,
): string | undefined {
  if (files.kindOf(dir) !== 'directory') return undefined;
  const read = [dir, ...directoriesBeside(dir, sources)];
  const around = read.find((directory) => files.isWithin(directory, out));
  if (around !== undefined) return `--out ${out} contains the sources in ${around}; render to a separate directory`;
  const whole = read.filter((directory) => directory === dir || !files.isWithin(dir, directory));
  const above = whole.find((directory) => files.isWithin(out, directory));
  return above === undefined
    ? undefined
    : `--out ${out} is inside ${above}, so the next render would read the output of this one; render to a separate directory`;
}

/**
 * The directories of the Platform's files outside the directory of the tenants. Subdirectories of a directory above the
 * tenants are not read.
 */
function directoriesBeside(dir: string, sources: readonly SourceFile[]): readonly string[] {
  const directories = new Set(sources.map(({ path }) => dirname(path)));
  return [...directories].filter((directory) => /^\.\.(?:$|[\\/])/.test(relative(dir, directory)));
}
