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
  /**
   * Throws an ApiError if too many jobs wait, or the client has disconnected. If the queue is full, the last job of the person
   * with the most jobs fails instead, if this person has more than the person of the added job would have.
   */
  readonly add: (job: Job) => void;
  /** Jobs of people without time left fail instead of being returned. */
  readonly next: () => Job | undefined;
}

const limits = { ofPerson: 16, ofAll: 200 } as const;

export function openQueue(): Queue {
  const people = new Map<string, Job[]>();
  const size = () => [...people.values()].reduce((sum, { length }) => sum + length, 0);
  const full = () => busy(503, 'too many requests are waiting');
  const remove = (job: Job) => {
    const rest = (people.get(job.requester.subject) ?? []).filter((one) => one !== job);
    people.delete(job.requester.subject);
    // The person moves to the end.
    if (rest.length > 0) people.set(job.requester.subject, rest);
  };
  const makeRoom = (count: number) => {
    const most = [...people.values()].reduce((one, other) => (other.length > one.length ? other : one));
    const last = most.at(-1);
    if (last === undefined || most.length <= count + 1) throw full();
    people.set(last.requester.subject, most.slice(0, -1));
    last.fail(full());
  };
  return {
    add: (job) => {
      const { subject, signal } = job.requester;
      const own = people.get(subject) ?? [];
      if (own.length >= limits.ofPerson) throw busy(429, 'too many of your requests are waiting');
      if (signal?.aborted) throw abandoned();
      if (size() >= limits.ofAll) makeRoom(own.length);
      people.set(subject, [...own, job]);
      signal?.addEventListener('abort', () => {
        if (!people.get(subject)?.includes(job)) return;
        remove(job);
        job.fail(abandoned());
      });
    },
    next: () => {
      for (const [job] of people.values()) {
        if (job) remove(job);
        if (job && mayRun(job)) return job;
      }
      return undefined;
    },
  };
}

function mayRun({ requester, fail }: Job): boolean {
  try {
    requester.requireTime?.();
    return true;
  } catch (error) {
    fail(error as Error);
    return false;
  }
}

/** Seconds after which a client can retry. */
const pause = '2';

export function busy(status: 429 | 503, detail: string): ApiError {
  return new ApiError(problem(status, detail, { headers: { 'retry-after': pause } }));
}

function abandoned(): ApiError {
  return new ApiError(problem(499, 'the client closed the connection'));
}
