import { formatProblem } from '../core/problem/format.ts';
import { isError } from '../core/problem/problem.ts';
import type { Problem } from '../leasehold.ts';

/** Why nothing is put out: what to do about it, and what is wrong. Both are shown to everybody who sees the application. */
export interface Fault {
  readonly fix: string;
  readonly details: readonly string[];
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault };

export function fine<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function refuse(fix: string, ...details: readonly string[]): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: { fix, details } };
}

const shownProblems = 10;
/** Characters; an approval to remove some hundred tenants is as long. */
export const longestLine = 8192;
const longestProblem = 400;

/** What Argo CD shows: the fix first, for its lists show one line only; short, for it is kept in Redis and in logs. */
export function faultText({ fix, details }: Fault): string {
  return [fix, ...details].map((line) => `${oneLine(line)}\n`).join('');
}

/** Input is untrusted: what would end the line or colour a terminal is shown as a dot. */
function oneLine(text: string): string {
  const flat = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '·');
  return shorten(flat, longestLine);
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** Faults of the tenants' files: the first one's fix, then the first few problems. */
export function faultOf(problems: readonly Problem[]): Fault {
  const errors = problems.filter(isError);
  const more = errors.length - shownProblems;
  const details = [
    ...errors.slice(0, shownProblems).map((problem) => shorten(formatProblem(problem), longestProblem)),
    ...(more > 0 ? [`and ${more} more; leasehold check shows all of them`] : []),
  ];
  return { fix: shorten(first(errors), longestProblem), details };
}

function first(errors: readonly Problem[]): string {
  const [problem] = errors;
  if (!problem) return 'run leasehold check';
  const { at, path } = { at: problem.at, path: problem.at.path };
  const place = at.file === '' ? '' : `${at.file}:${at.line}: `;
  return `${place}${path === '' ? '' : `${path}: `}${problem.fix ?? problem.message}`;
}
