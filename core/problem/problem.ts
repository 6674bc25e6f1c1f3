import type { Path } from '../../data/tree.ts';
import type { Origin } from '../source/source.ts';
import { codes, type ProblemCode, type Severity } from './codes.ts';

/** A user's fault as every shell shows it. Lines and columns count from 1. */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly at: { readonly file: string; readonly line: number; readonly column: number; readonly path: string };
  readonly message: string;
  readonly fix?: string;
  readonly choices?: readonly string[];
}

/** What a stage knows of a fault: a path, not yet a line. Lines are looked up only for faults that are shown. */
export interface Fault {
  readonly code: ProblemCode;
  readonly origin: Origin;
  readonly place: Place;
  readonly message: string;
  readonly fix?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  /** The tenants it concerns; undefined when the text could not be read far enough to know. */
  readonly tenants?: readonly string[] | undefined;
}

/** A node by its path (its key or its value), or a point that the YAML parser named. */
export type Place =
  | { readonly path: Path; readonly aim: 'key' | 'value' }
  | { readonly line: number; readonly column: number };

export interface Hint {
  readonly fix?: string | undefined;
  readonly choices?: readonly string[] | undefined;
}

/** How a kind tells a fault of the resource in hand; the path is that of the field's value. */
export type Report = (code: ProblemCode, path: Path, message: string, hint?: Hint) => void;

export function isError(fault: { readonly code: ProblemCode }): boolean {
  return codes[fault.code][0] === 'error';
}

export function atValue(path: Path): Place {
  return { path, aim: 'value' };
}

export function atKey(path: Path): Place {
  return { path, aim: 'key' };
}

/** `spec.plugins[0].sha256`, with keys that are no identifiers in brackets: `metadata.labels["a/b"]`. */
export function formatPath(path: Path): string {
  const parts = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return /^[A-Za-z_][A-Za-z0-9_]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  });
  return parts.join('').replace(/^\./, '');
}
