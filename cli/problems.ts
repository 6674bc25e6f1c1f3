import { formatProblem } from '../core/problem/format.ts';
import { toSarif } from '../core/problem/sarif.ts';
import type { Problem, SourceFile } from '../leasehold.ts';
import { version } from '../shell/version.ts';
import { caret } from './caret.ts';
import type { Ports } from './ports.ts';
import { count, printable } from './say.ts';
import { paintFor } from './style.ts';

/** Problems for a person: with the source line on a terminal, else one a line. */
export function problemsText(
  problems: readonly Problem[],
  files: readonly SourceFile[],
  ports: Ports,
  stream: 'stdout' | 'stderr',
): string {
  const isTty = stream === 'stdout' ? ports.terminal.stdoutIsTty : ports.terminal.stderrIsTty;
  if (!isTty) return problems.map((problem) => `${printable(formatProblem(problem))}\n`).join('');
  const paint = paintFor(ports, stream);
  const byPath = new Map(files.map((file) => [file.path, file]));
  return problems.map((problem) => caret(problem, byPath.get(problem.at.file), paint)).join('');
}

/** Problems for a program: an array of them, or a SARIF log. */
export function problemsData(problems: readonly Problem[], format: string): string {
  return `${JSON.stringify(format === 'sarif' ? toSarif(problems, version) : problems, null, 2)}\n`;
}

/** `2 errors, 1 warning` */
export function tallyOf(problems: readonly Problem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const parts = [
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ];
  return parts.length === 0 ? 'no problems' : parts.join(', ');
}

export function fails(problems: readonly Problem[], strict: boolean): boolean {
  return problems.some(({ severity }) => strict || severity === 'error');
}
