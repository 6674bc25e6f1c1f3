import type { Answer, Failure } from '../cluster/answer.ts';
import type { WriteType } from './decide/write.ts';
import type { TenantWrite } from './tenants/decide.ts';

/** The status that the sidecar reports: whether it works, and what it has written. */
export interface Status {
  /**
   * Reports the state of one part, such as watching a resource: a problem, or undefined if it works. Returns whether the state
   * changed.
   */
  readonly report: (part: string, problem: Failure | undefined) => boolean;
  /** Reports a rejected write for an object, by its key in the queue, or undefined after a successful write. */
  readonly reportWrite: (part: string, key: string, problem: Failure | undefined) => void;
  /** Clears the rejected writes of an object that needs no write, for example because it was deleted. */
  readonly settle: (key: string) => void;
  readonly count: (write: WriteType | TenantWrite['type'] | 'event', answer: Answer) => void;
  /** Reasons why the sidecar is not ready, one per entry. Empty if it is ready. */
  readonly problems: () => readonly string[];
  /** Whether each of these resources has been listed at least once, or is an optional kind that the cluster lacks. */
  readonly hasSynced: (resources: readonly string[]) => boolean;
  readonly writes: () => ReadonlyMap<string, number>;
}

/** `resources` must all be listed before the sidecar is ready. */
export function newStatus(resources: readonly string[]): Status {
  const problems = new Map(resources.map((resource) => [resource, 'not listed yet']));
  const missing = new Set(resources);
  /** Messages by part and key. */
  const rejected = new Map<string, Map<string, string>>();
  const end = (part: string, key: string) => {
    const messages = rejected.get(part);
    messages?.delete(key);
    if (messages?.size === 0) rejected.delete(part);
  };
  const writes = new Map<string, number>();
  return {
    report: (part, problem) => {
      const before = problems.get(part);
      if (problem) problems.set(part, problem.message);
      else problems.delete(part);
      if (!problem) missing.delete(part);
      return before !== problems.get(part);
    },
    reportWrite: (part, key, problem) => {
      if (problem) rejected.set(part, (rejected.get(part) ?? new Map()).set(key, problem.message));
      else end(part, key);
    },
    settle: (key) => {
      for (const part of [...rejected.keys()]) end(part, key);
    },
    count: (write, { ok, status }) => {
      const key = `write="${write}",result="${ok ? 'ok' : status}"`;
      writes.set(key, (writes.get(key) ?? 0) + 1);
    },
    problems: () => [
      ...[...problems].map(([part, message]) => `${part}: ${message}`),
      ...[...rejected].map(([part, messages]) => `${part}: ${[...messages.values()].at(-1)}`),
    ],
    hasSynced: (some) => some.every((resource) => !missing.has(resource)),
    writes: () => writes,
  };
}
