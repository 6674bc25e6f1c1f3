import { posix } from 'node:path';
import type { SourceFile } from '../leasehold.ts';
import type { Ports } from './ports.ts';

/**
 * Prints the path of a Platform that is read from outside the directory. Prints nothing in a Git repository, because
 * the owners of the repository review all its directories. Outside a repository, files next to the directory can belong
 * to other users. Prints only to a terminal, and not in CI or with --quiet.
 */
export function printPlatformNote(dir: string, read: readonly SourceFile[], ports: Ports): void {
  const start = posix.join(dir.replaceAll('\\', '/'), '_').slice(0, -1);
  const outside = start === '' ? undefined : read.find(({ path }) => !path.startsWith(start));
  const { stderrIsTty, isCi, isQuiet } = ports.terminal;
  if (!outside || !stderrIsTty || isCi || isQuiet || isInGit(dir, ports.files)) return;
  ports.stderr(
    `note: the Platform in ${posix.dirname(outside.path)} also applies, because it includes the directory ${dir}\n`,
  );
}

/** Whether the directory or one above it is a repository. */
export function isInGit(directory: string, { kindOf }: Ports['files']): boolean {
  const above = Array.from({ length: 32 }, (_, depth) => '../'.repeat(depth));
  return above.some((steps) => kindOf(posix.join(directory, steps, '.git')) !== 'nothing');
}
