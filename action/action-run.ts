import { isError } from '../core/problem/problem.ts';
import type { Remote } from '../io/git-remote.ts';
import type { Problem, SourceFile } from '../leasehold.ts';
import { lastTenantHint } from '../shell/no-tenants.ts';
import type { GitHub } from './github.ts';
import type { ActionInputs } from './inputs.ts';
import type { Ports } from './ports.ts';

/** A single run of a mode: its inputs and its ports. */
export interface ActionRun {
  readonly inputs: ActionInputs;
  readonly ports: Ports;
  /** Opened on first use and closed at the end of the run. */
  readonly remote: () => Remote;
  readonly github: () => GitHub;
}

/** The result of a mode. A failure message is written for the reader of the log. */
export type ActionResult = { readonly ok: true } | Failure;

export interface Failure {
  readonly ok: false;
  readonly message: string;
  /** True if the job summary and the comment must not change anymore. */
  readonly reported?: true;
}

export const success: ActionResult = { ok: true };

export function failure(message: string): Failure {
  return { ok: false, message };
}

/** The input files at one version of the tenants directory. */
export type TenantFiles = { readonly ok: true; readonly files: readonly SourceFile[] } | Failure;

/**
 * Reads the tenants directory of the checkout. Rejects a path that leads out of the workspace through a symbolic link,
 * because it could expose files of the runner.
 */
export function readHead({ inputs: { path }, ports: { files } }: ActionRun): TenantFiles {
  const kind = files.kindOf(path);
  const hint = 'set the input path to the directory of the tenants, and check out the repository first';
  if (kind === 'nothing')
    return failure(`the directory ${path} does not exist in the workspace; ${hint}; ${lastTenantHint(path)}`);
  if (kind === 'file') return { ok: false, message: `${path} is a file; ${hint}` };
  if (!files.isInside(path))
    return {
      ok: false,
      message: `${path} is a link that leads out of the workspace; set the input path to a directory in the workspace`,
    };
  const tree = files.readTree(path);
  return tree.length > 0
    ? { ok: true, files: tree }
    : failure(`${path} contains no .yaml, .yml or .json file; ${lastTenantHint(path)}`);
}

/** Sets the outputs `errors` and `warnings`. */
export function countProblems({ ports: { runner } }: ActionRun, problems: readonly Problem[]): void {
  const errors = problems.filter(isError).length;
  runner.output('errors', String(errors));
  runner.output('warnings', String(problems.length - errors));
}
