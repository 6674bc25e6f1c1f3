import { isError } from '../core/problem/problem.ts';
import type { Remote } from '../io/git-remote.ts';
import type { Problem, SourceFile } from '../leasehold.ts';
import type { GitHub } from './github.ts';
import type { Inputs } from './inputs.ts';
import type { Ports } from './ports.ts';

/** One run of a mode: what was asked for, and what it may touch. */
export interface Work {
  readonly inputs: Inputs;
  readonly ports: Ports;
  /** Opened when first asked for, and closed with the run. */
  readonly remote: () => Remote;
  readonly github: () => GitHub;
}

/** What a mode comes to. A failure's message is for the person who reads the log. */
export type Outcome = { readonly ok: true } | Failure;

export interface Failure {
  readonly ok: false;
  readonly message: string;
}

export const fine: Outcome = { ok: true };

export function failure(message: string): Failure {
  return { ok: false, message };
}

/** The input files of a version of the tenants. */
export type TenantFiles = { readonly ok: true; readonly files: readonly SourceFile[] } | Failure;

/** The files of the checkout. A link that leaves the workspace is not followed: it may lead to the runner's own files. */
export function readHead({ inputs: { path }, ports: { files } }: Work): TenantFiles {
  const kind = files.kindOf(path);
  const hint = 'give the directory of the tenants in the input path, and check the repository out before';
  if (kind === 'nothing') return { ok: false, message: `there is no directory ${path} in the workspace; ${hint}` };
  if (kind === 'file') return { ok: false, message: `${path} is a file; ${hint}` };
  if (!files.isInside(path)) return { ok: false, message: `${path} is a link that leaves the workspace` };
  const tree = files.readTree(path);
  return tree.length > 0
    ? { ok: true, files: tree }
    : { ok: false, message: `${path} holds no .yaml, .yml or .json file` };
}

/** Sets the outputs that all modes have in common. */
export function countProblems({ ports: { runner } }: Work, problems: readonly Problem[]): void {
  const errors = problems.filter(isError).length;
  runner.output('errors', String(errors));
  runner.output('warnings', String(problems.length - errors));
}
