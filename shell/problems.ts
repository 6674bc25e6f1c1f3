import { isError } from '../core/problem/problem.ts';
import { toSarif } from '../core/problem/sarif.ts';
import type { Problem } from '../leasehold.ts';
import { count, jsonText } from './text.ts';
import { version } from './version.ts';

/** Problems in machine-readable form: a JSON array or a SARIF log. */
export function problemsData(problems: readonly Problem[], format: string): string {
  return jsonText(format === 'sarif' ? toSarif(problems, version) : problems);
}

/** `2 errors, 1 warning` */
export function tallyOf(problems: readonly Problem[]): string {
  const errors = problems.filter(isError).length;
  const warnings = problems.length - errors;
  const parts = [
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ];
  return parts.length === 0 ? 'no problems' : parts.join(', ');
}

/** Whether a run with these problems fails. */
export function fails(problems: readonly Problem[], strict: boolean): boolean {
  return problems.some((problem) => isError(problem) || (strict && failsStrict(problem)));
}

/**
 * Whether the problem fails a run with `strict`. A Baseline entry without its warning does not: an author who fixes the
 * cause of a warning might not be allowed to change the Baseline.
 */
export function failsStrict({ code }: Problem): boolean {
  return code !== 'stale-acknowledgement';
}
