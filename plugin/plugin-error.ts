import { formatProblem } from '../core/problem/format.ts';
import { isError } from '../core/problem/problem.ts';
import type { Problem } from '../leasehold.ts';

/** Why there is no output. Everyone who can see the Application sees the summary and the details. */
export interface PluginError {
  /**
   * The only line that lists show: what is wrong and what to do. For invalid files, only the fix of the first problem, or its
   * message if it has no fix, because the details start with the problem.
   */
  readonly summary: string;
  readonly details: readonly string[];
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: PluginError };

export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function failure(
  summary: string,
  ...details: readonly string[]
): { readonly ok: false; readonly error: PluginError } {
  return { ok: false, error: { summary, details } };
}

const shownProblems = 10;
/** Characters per line: enough for an approval to remove several hundred tenants. */
export const longestLine = 8192;
const longestProblem = 400;

/** The text for Argo CD. Short, because Redis and logs store it. */
export function errorText({ summary, details }: PluginError): string {
  return [summary, ...details].map((line) => `${oneLine(line)}\n`).join('');
}

/** Replaces control and format characters with dots, because the input is untrusted, and limits the length. */
function oneLine(text: string): string {
  const flat = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '·');
  return shorten(flat, longestLine);
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** The error for invalid files: the fix of the first error or, without a fix, its message, and then the first few errors. */
export function errorOf(problems: readonly Problem[]): PluginError {
  const errors = problems.filter(isError);
  const more = errors.length - shownProblems;
  const details = [
    ...errors.slice(0, shownProblems).map((problem) => shorten(formatProblem(problem), longestProblem)),
    ...(more > 0 ? [`and ${more} more; leasehold check shows all problems`] : []),
  ];
  return { summary: shorten(first(errors), longestProblem), details };
}

function first(errors: readonly Problem[]): string {
  const [problem] = errors;
  if (!problem) return 'run leasehold check';
  const { at, path } = { at: problem.at, path: problem.at.path };
  const place = at.file === '' ? '' : `${at.file}:${at.line}: `;
  return `${place}${path === '' ? '' : `${path}: `}${problem.fix ?? problem.message}`;
}
