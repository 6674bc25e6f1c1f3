import type { Remote } from '../io/git-remote.ts';
import { internalError, isSystemError, toError } from '../shell/errors.ts';
import { commit } from './commit.ts';
import { diff } from './diff.ts';
import { explainFault } from './fault.ts';
import type { GitHub } from './github.ts';
import { type Inputs, type Mode, readInputs } from './inputs.ts';
import type { Ports } from './ports.ts';
import { validate } from './validate.ts';
import { failure, type Outcome, type Work } from './work.ts';

const runners: Readonly<Record<Mode, (work: Work) => Promise<Outcome>>> = { validate, diff, commit };

/** What each mode needs at most; GitHub's own answer names it more exactly when it does. */
const needs: Readonly<Record<Mode, string>> = {
  validate: 'contents: read',
  diff: 'contents: read and pull-requests: write',
  commit: 'contents: write (and pull-requests: write for deliver: pull-request)',
};

/** Runs the action. Never rejects: what goes wrong is told as an annotation, and the outcome says so. */
export async function run(ports: Ports): Promise<Outcome> {
  const reading = readInputs(ports.input);
  const outcome = reading.ok ? await runMode(reading.inputs, ports) : failure(reading.message);
  if (!outcome.ok) ports.runner.annotate({ severity: 'error', message: `leasehold: ${outcome.message}` });
  return outcome;
}

async function runMode(inputs: Inputs, ports: Ports): Promise<Outcome> {
  const opened: Remote[] = [];
  const remote = once(() => {
    const made = ports.openRemote(inputs.token);
    opened.push(made);
    return made;
  });
  const github: () => GitHub = once(() => ports.openGitHub(inputs.token));
  try {
    return await runners[inputs.mode]({ inputs, ports, remote, github });
  } catch (error) {
    return failure(explainFault(error, needs[inputs.mode]) ?? systemFault(error) ?? bug(error, ports));
  } finally {
    for (const one of opened) one.close();
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A full disk, a server that does not answer: told by the system, and nobody's bug. */
function systemFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const isOfSystem = isSystemError(error) || ['TimeoutError', 'AbortError'].includes(error.name);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return isOfSystem || cause !== '' ? `${error.message}${cause}` : undefined;
}

function bug(error: unknown, { runner }: Ports): string {
  for (const line of (toError(error).stack ?? '').split('\n')) runner.log(line);
  return `${internalError(error)} of leasehold; please report it with the log`;
}
