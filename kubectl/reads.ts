import type { Tree } from '../data/tree.ts';
import type { Finished } from '../io/kubectl.ts';
import { printedList, printedObject } from '../io/kubectl-output.ts';
import type { Ports } from './ports.ts';

/** The result of one read of the cluster. */
export type ReadOutcome = { readonly ok: true; readonly value: unknown } | ReadFailure;

/** Callers can read another source after `denied` and `absent`. After `failed`, a list would be incomplete. */
export interface ReadFailure {
  readonly ok: false;
  readonly why: string;
  readonly kind: 'denied' | 'absent' | 'failed';
}

/** Reads of one cluster as one user, with that user's own kubectl. */
export interface Cluster {
  read(args: readonly string[]): ReadOutcome;
  /** Reads all objects of a type. The value has `items`. */
  list(args: readonly string[]): ReadOutcome;
  /** Requests a review that the API server computes and does not store, such as one of the user's own permissions. */
  ask(question: object): ReadOutcome;
  /** Prints objects in the format of kubectl. A name from the cluster is never read as an option. */
  print(args: readonly string[], names: readonly string[]): Finished;
}

export function clusterOf({ kubectl }: Ports, connection: readonly string[]): Cluster {
  return {
    read: (args) => outcomeOf(kubectl([...args, '--output=json', ...connection]), printedObject),
    list: (args) => outcomeOf(kubectl([...args, '--output=json', ...connection]), printedList),
    ask: (question) => {
      const args = ['create', '--filename=-', '--validate=false', '--output=json', ...connection];
      return outcomeOf(kubectl(args, JSON.stringify(question)), printedObject);
    },
    print: (args, names) => kubectl([...args, ...connection, ...(names.length === 0 ? [] : ['--', ...names])]),
  };
}

function outcomeOf({ ok, stdout, stderr }: Finished, parse: (text: string) => Tree | undefined): ReadOutcome {
  const value = ok ? parse(stdout) : undefined;
  if (value) return { ok: true, value };
  if (ok) return incomplete;
  const why = reasonIn(stderr);
  if (/\((?:Forbidden|Unauthorized)\)/.test(why)) return { ok, why, kind: 'denied' };
  const isAbsent = /\((?:NotFound|MethodNotAllowed)\)|doesn't have a resource type|unknown command/.test(why);
  return { ok, why, kind: isAbsent ? 'absent' : 'failed' };
}

export const incomplete: ReadFailure = { ok: false, why: 'the output of kubectl is incomplete', kind: 'failed' };

/** The error in the output of kubectl, which can print other lines before it. */
export function reasonIn(stderr: string): string {
  return stderr.trim().split('\n').at(-1) ?? '';
}
