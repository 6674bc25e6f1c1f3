import type { Remote } from '../io/git-remote.ts';
import { internalError, isSystemError, toError } from '../shell/errors.ts';
import { type ActionResult, type ActionRun, failure } from './action-run.ts';
import { describeApiError } from './api-error.ts';
import { commit } from './commit.ts';
import { diff } from './diff.ts';
import { reportFailure } from './diff-report.ts';
import type { GitHub } from './github.ts';
import { type ActionInputs, type Mode, readInputs } from './inputs.ts';
import { offboard } from './offboard.ts';
import type { Ports } from './ports.ts';
import { validate } from './validate.ts';

const modeRunners: Readonly<Record<Mode, (run: ActionRun) => Promise<ActionResult>>> = {
  validate,
  diff,
  commit,
  offboard,
};

/** The permissions that a run needs. Used if GitHub's response does not specify the missing permission. */
function permissionsFor({ mode, deliver }: ActionInputs): string {
  const needs: Readonly<Record<Mode, string>> = {
    validate: 'contents: read',
    diff: 'contents: read,pull-requests: write',
    commit: deliver === 'pull-request' ? 'contents: write,pull-requests: write' : 'contents: write',
    offboard: 'contents: write,pull-requests: write',
  };
  return needs[mode];
}

/** Runs the action. Never rejects: reports a failure as an annotation and returns it. */
export async function run(ports: Ports): Promise<ActionResult> {
  const result = readInputs(ports.input);
  const outcome = result.ok ? await runMode(result.inputs, ports) : failure(result.message);
  if (!outcome.ok) ports.runner.annotate({ severity: 'error', message: `leasehold: ${outcome.message}` });
  return outcome;
}

async function runMode(inputs: ActionInputs, ports: Ports): Promise<ActionResult> {
  const opened: Remote[] = [];
  const remote = once(() => {
    const made = ports.openRemote(inputs.token);
    opened.push(made);
    return made;
  });
  const github: () => GitHub = once(() => ports.openGitHub(inputs.token));
  const actionRun = { inputs, ports, remote, github };
  try {
    const result = await attempt(actionRun, modeRunners[inputs.mode]);
    if (inputs.mode !== 'diff' || result.ok || result.reported) return result;
    // Without this report, an existing comment would still describe an earlier version.
    const reported = await attempt(actionRun, (run) => reportFailure(run, result.message));
    if (!reported.ok) ports.runner.log(`could not report the failure: ${reported.message}`);
    return result;
  } finally {
    for (const one of opened) one.close();
  }
}

async function attempt(run: ActionRun, runner: (run: ActionRun) => Promise<ActionResult>): Promise<ActionResult> {
  try {
    return await runner(run);
  } catch (error) {
    const need = permissionsFor(run.inputs);
    return failure(describeApiError(error, need) ?? systemErrorText(error) ?? logInternalError(error, run.ports));
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * The message of an operating system or network error, such as a full disk or a timeout, or of an error with a cause.
 * Undefined for other errors.
 */
function systemErrorText(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const isOfSystem = isSystemError(error) || ['TimeoutError', 'AbortError'].includes(error.name);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return isOfSystem || cause !== '' ? `${error.message}${cause}` : undefined;
}

function logInternalError(error: unknown, { runner }: Ports): string {
  for (const line of (toError(error).stack ?? '').split('\n')) runner.log(line);
  return `${internalError(error)} in leasehold; please report it with the log`;
}
