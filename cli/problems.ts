import { formatProblem } from '../core/problem/format.ts';
import { isError } from '../core/problem/problem.ts';
import type { Problem, SourceFile } from '../leasehold.ts';
import { tallyOf } from '../shell/problems.ts';
import { printable } from '../shell/text.ts';
import { caret } from './caret.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { isForPeople, paintFor } from './style.ts';

/** Problems as text: on a terminal, or with FORCE_COLOR, with the source line; otherwise one per line. */
export function problemsText(
  problems: readonly Problem[],
  files: readonly SourceFile[],
  ports: Ports,
  stream: 'stdout' | 'stderr',
): string {
  const shown = ports.terminal.isQuiet ? problems.filter(isError) : problems;
  if (!isForPeople(ports, stream)) return shown.map((problem) => `${printable(formatProblem(problem))}\n`).join('');
  const paint = paintFor(ports, stream);
  const byPath = new Map(files.map((file) => [file.path, file]));
  return shown.map((problem) => caret(problem, byPath.get(problem.at.file), paint)).join('');
}

/** Reports the errors that prevent a render, and the consequence for the command. */
export function reportErrors(
  problems: readonly Problem[],
  files: readonly SourceFile[],
  missing: string,
  ports: Ports,
): ExitCode {
  const errors = problems.filter(isError);
  const why = `${tallyOf(errors)}: nothing was rendered, so ${missing}`;
  ports.stderr(`${problemsText(errors, files, ports, 'stderr')}${why}\n`);
  return exitCodes.problems;
}
