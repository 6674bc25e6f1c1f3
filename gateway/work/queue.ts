import { ApiError, problem } from '../response/problem.ts';
import type { Done, Requester, Task } from './work.ts';

/** A task whose result a request waits for. */
export interface Job {
  readonly task: Task;
  readonly requester: Requester;
  readonly done: (found: Done) => void;
  readonly fail: (error: Error) => void;
}

/** Jobs that wait for their turn. People alternate, so one person's requests do not delay those of others for long. */
export interface Queue {
  /** Throws an ApiError if too many jobs wait, or the client has disconnected. */
  readonly add: (job: Job) => void;
  readonly next: () => Job | undefined;
}

const limits = { ofPerson: 16, ofAll: 200 } as const;

export function openQueue(): Queue {
  const people = new Map<string, Job[]>();
  const size = () => [...people.values()].reduce((sum, { length }) => sum + length, 0);
  const remove = (job: Job) => {
    const rest = (people.get(job.requester.subject) ?? []).filter((one) => one !== job);
    people.delete(job.requester.subject);
    // The person moves to the end.
    if (rest.length > 0) people.set(job.requester.subject, rest);
  };
  return {
    add: (job) => {
      const { subject, signal } = job.requester;
      const own = people.get(subject) ?? [];
      if (own.length >= limits.ofPerson) throw busy(429, 'too many of your requests are waiting');
      if (size() >= limits.ofAll) throw busy(503, 'too many requests are waiting');
      if (signal?.aborted) throw abandoned();
      people.set(subject, [...own, job]);
      signal?.addEventListener('abort', () => {
        if (!people.get(subject)?.includes(job)) return;
        remove(job);
        job.fail(abandoned());
      });
    },
    next: () => {
      const [first] = people.values();
      const job = first?.[0];
      if (job) remove(job);
      return job;
    },
  };
}

/** Seconds after which a client can retry. */
const pause = '2';

export function busy(status: 429 | 503, detail: string): ApiError {
  return new ApiError(problem(status, detail, { headers: { 'retry-after': pause } }));
}

function abandoned(): ApiError {
  return new ApiError(problem(499, 'the client closed the connection'));
}
