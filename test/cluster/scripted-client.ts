import type { Answer } from '../../cluster/answer.ts';
import type { Client, Stream } from '../../cluster/client.ts';
import type { Timing } from '../../cluster/timing.ts';

export type Scripted = Answer | Stream;

export interface Conversation {
  readonly client: Client;
  /** The paths that were asked for, without what all of them share. */
  readonly asked: readonly string[];
}

/** A client with prepared answers. When none is left, it aborts the signal that the test passes. */
export function scripted(answers: readonly Scripted[], stop: AbortController): Conversation {
  const asked: string[] = [];
  const left = [...answers];
  const next = async (path: string) => {
    asked.push(path.replace('/things?', '').replace('allowWatchBookmarks=true&', ''));
    const answer = left.shift();
    if (answer) return answer;
    stop.abort();
    return { ok: false, status: 0, message: 'the end', retryAfter: 0 } as const;
  };
  const unused = () => Promise.reject(new Error('unused'));
  const client: Client = {
    get: next as Client['get'],
    stream: next as Client['stream'],
    patch: unused,
    post: unused,
    close: async () => undefined,
  };
  return { client, asked };
}

/** A clock that only sleeping advances. Nobody waits for it. */
export function testTiming(): Timing & { readonly slept: readonly number[] } {
  const slept: number[] = [];
  let now = 0;
  const sleep = async (milliseconds: number) => {
    slept.push(milliseconds);
    now += milliseconds;
  };
  return { now: () => now, random: () => 0, sleep, slept };
}
