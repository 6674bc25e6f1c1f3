import type { Finished } from '../io/kubectl.ts';
import type { Ports } from './ports.ts';

/** What one read of the cluster came to. Not to be allowed to read something is an answer, not a failure. */
export type ReadOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: string; readonly kind: 'denied' | 'absent' | 'failed' };

/** Reads of one cluster as one user, through that user's own kubectl. */
export interface Cluster {
  read(args: readonly string[]): ReadOutcome;
  /** Asks for what the API server computes and does not keep, such as a review of the user's own rights. */
  ask(question: object): ReadOutcome;
  /** Prints as kubectl does. */
  print(args: readonly string[]): Finished;
}

export function clusterOf({ kubectl }: Ports, connection: readonly string[]): Cluster {
  return {
    read: (args) => outcomeOf(kubectl([...args, '--output=json', ...connection])),
    ask: (question) => {
      const args = ['create', '--filename=-', '--validate=false', '--output=json', ...connection];
      return outcomeOf(kubectl(args, JSON.stringify(question)));
    },
    print: (args) => kubectl([...args, ...connection]),
  };
}

function outcomeOf({ ok, stdout, stderr }: Finished): ReadOutcome {
  if (ok) return { ok, value: stdout.trim() === '' ? {} : (JSON.parse(stdout) as unknown) };
  const why = reasonIn(stderr);
  if (/\((?:Forbidden|Unauthorized)\)/.test(why)) return { ok, why, kind: 'denied' };
  const isAbsent = /\((?:NotFound|MethodNotAllowed)\)|doesn't have a resource type|unknown command/.test(why);
  return { ok, why, kind: isAbsent ? 'absent' : 'failed' };
}

/** kubectl may print other lines before the error. */
export function reasonIn(stderr: string): string {
  return stderr.trim().split('\n').at(-1) ?? '';
}
