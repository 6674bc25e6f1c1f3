import type { Finished, Ports } from './ports.ts';

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

/** kubectl may say much before what counts. */
export function reasonIn(stderr: string): string {
  return stderr.trim().split('\n').at(-1) ?? '';
}

type Json = Readonly<Record<string, unknown>>;

/** The value below keys; undefined when it is not there, whatever the JSON looks like. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce((inner, key) => (isJson(inner) ? inner[key] : undefined), value);
}

export function textAt(value: unknown, ...keys: readonly string[]): string {
  const found = at(value, ...keys);
  return typeof found === 'string' ? found : '';
}

/** The texts of a list; empty when there is none. */
export function textsAt(value: unknown, ...keys: readonly string[]): readonly string[] {
  return listAt(value, ...keys).filter((item) => typeof item === 'string');
}

export function listAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found = at(value, ...keys);
  return Array.isArray(found) ? found : [];
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
