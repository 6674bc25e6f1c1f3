import type { Answer, Refusal } from '../cluster/answer.ts';
import type { WriteType } from './decide/write.ts';
import type { TenantWrite } from './tenants/decide.ts';

/** The status that the sidecar reports: whether it works, and what it has written. */
export interface Status {
  /** The state of one part, such as following a resource: a problem, or none. */
  readonly report: (part: string, problem: Refusal | undefined) => boolean;
  readonly count: (write: WriteType | TenantWrite['type'] | 'event', answer: Answer) => void;
  /** Lines that name what is missing; none if the sidecar is ready. */
  readonly problems: () => readonly string[];
  /** Whether each of these resources has been listed once. */
  readonly hasSynced: (resources: readonly string[]) => boolean;
  readonly writes: () => ReadonlyMap<string, number>;
}

/** `resources` must all be followed before the sidecar is ready. */
export function newStatus(resources: readonly string[]): Status {
  const problems = new Map(resources.map((resource) => [resource, `${resource} are not listed yet`]));
  const missing = new Set(resources);
  const writes = new Map<string, number>();
  return {
    report: (part, problem) => {
      const before = problems.get(part);
      if (problem) problems.set(part, problem.message);
      else problems.delete(part);
      if (!problem) missing.delete(part);
      return before !== problems.get(part);
    },
    count: (write, { ok, status }) => {
      const key = `write="${write}",result="${ok ? 'ok' : status}"`;
      writes.set(key, (writes.get(key) ?? 0) + 1);
    },
    problems: () => [...problems].map(([part, message]) => `${part}: ${message}`),
    hasSynced: (some) => some.every((resource) => !missing.has(resource)),
    writes: () => writes,
  };
}
