import type { Answer } from '../../cluster/answer.ts';
import type { Client, Stream } from '../../cluster/client.ts';
import { pageOf } from '../../cluster/list.ts';
import type { Timing } from '../../cluster/timing.ts';
import { listAt } from '../../data/tree.ts';

export type Scripted = Answer | Stream;

export interface ScriptedRequests {
  readonly client: Client;
  /** The requested paths, without their common prefix. */
  readonly asked: readonly string[];
}

/** A client with prepared responses. After the last one, it aborts the signal of the test. */
export function scripted(answers: readonly Scripted[], stop: AbortController): ScriptedRequests {
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
    list: async (path, onItem) => {
      const answer = (await next(path)) as Answer;
      if (!answer.ok) return answer;
      for (const item of listAt(answer.body, 'items')) onItem(item);
      return pageOf(answer.body);
    },
    stream: next as Client['stream'],
    patch: unused,
    post: unused,
    clockOffset: () => 0,
    close: async () => undefined,
  };
  return { client, asked };
}

/** A clock that only sleeping advances, without real delays. */
export function testTiming(): Timing & { readonly slept: readonly number[] } {
  const slept: number[] = [];
  let now = 0;
  const sleep = async (milliseconds: number) => {
    slept.push(milliseconds);
    now += milliseconds;
  };
  return { now: () => now, random: () => 0, sleep, slept };
}
