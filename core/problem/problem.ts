import type { Path } from '../../data/tree.ts';
import type { Origin } from '../source/source.ts';
import { codes, type ProblemCode, type Severity } from './codes.ts';

/** A problem in the user's files, as every program reports it. Lines and columns start at 1. */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly at: { readonly file: string; readonly line: number; readonly column: number; readonly path: string };
  readonly message: string;
  readonly fix?: string;
  readonly choices?: readonly string[];
}

/**
 * A problem as the stages of the pipeline report it: most have a path but no line yet. Only problems that are shown need a line.
 */
export interface UnlocatedProblem {
  readonly code: ProblemCode;
  readonly origin: Origin;
  readonly place: Place;
  readonly message: string;
  readonly fix?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  /**
   * The tenants that the problem affects. Undefined until `resolve` adds them, and if they are unknown, for example if the path
   * of a file that cannot be parsed does not determine the tenant.
   */
  readonly tenants?: readonly string[] | undefined;
}

/** The position of a problem: the key or value at a path, or a line and a column. */
export type Place =
  | { readonly path: Path; readonly aim: 'key' | 'value' }
  | { readonly line: number; readonly column: number };

export interface Hint {
  readonly fix?: string | undefined;
  readonly choices?: readonly string[] | undefined;
}

/** Reports a problem in the current resource, at the value of the field at `path`. */
export type Report = (code: ProblemCode, path: Path, message: string, hint?: Hint) => void;

export function isError(problem: { readonly code: ProblemCode }): boolean {
  return codes[problem.code][0] === 'error';
}

export function atValue(path: Path): Place {
  return { path, aim: 'value' };
}

export function atKey(path: Path): Place {
  return { path, aim: 'key' };
}

/** Formats a path as `spec.plugins[0].sha256`. Puts keys that are not identifiers in brackets: `labels["a/b"]`. */
export function formatPath(path: Path): string {
  const parts = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return /^[A-Za-z_][A-Za-z0-9_]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  });
  return parts.join('').replace(/^\./, '');
}
