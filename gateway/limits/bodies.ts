import { fail } from '../response/problem.ts';

/** Limits the bytes of request bodies in memory, because clients can send many large bodies slowly. */
export interface Bodies {
  /** Counts the body of a request until it is closed. */
  readonly open: (subject: string) => Body;
}

export interface Body {
  /** Counts bytes that the client sent. Fails if there are too many. */
  readonly add: (bytes: number) => void;
  readonly close: () => void;
}

const mebibyte = 1024 * 1024;

/** A person can have the bodies of four of the largest requests in memory. */
const limits = { ofPerson: 16 * mebibyte, ofAll: 160 * mebibyte } as const;

/** Seconds after which a client can retry. */
const headers = { 'retry-after': '5' };

export function openBodies(): Bodies {
  const held = new Map<string, number>();
  let all = 0;
  const change = (subject: string, bytes: number) => {
    const left = (held.get(subject) ?? 0) + bytes;
    all += bytes;
    if (left === 0) held.delete(subject);
    else held.set(subject, left);
  };
  return {
    open: (subject) => {
      let own = 0;
      return {
        add: (bytes) => {
          if ((held.get(subject) ?? 0) + bytes > limits.ofPerson) fail(429, undefined, { headers });
          if (all + bytes > limits.ofAll) fail(503, 'the gateway is receiving too many large requests', { headers });
          own += bytes;
          change(subject, bytes);
        },
        close: () => {
          change(subject, -own);
          own = 0;
        },
      };
    },
  };
}

/** Sets no limit, for a gateway with a single user. */
export const unlimitedBodies: Bodies = { open: () => ({ add: () => {}, close: () => {} }) };
