import { fail } from '../response/problem.ts';

/** Limits the size of bodies in memory, because clients can send or receive many large bodies slowly. */
export interface Bodies {
  /** Counts the body of a request or of a response until it is closed. */
  readonly open: (subject: string) => Body;
}

export interface Body {
  /** Counts bytes of a request, or characters of a response. Fails if too many are in memory. */
  readonly add: (size: number) => void;
  readonly close: () => void;
}

const mebibyte = 1024 * 1024;

export interface BodyLimits {
  readonly ofPerson: number;
  readonly ofAll: number;
  /** Whether a body can exceed the limits if no other body is open. */
  readonly allowsOne: boolean;
  /** What the gateway is doing when the bodies of all people together exceed `ofAll`, for a message. */
  readonly doing: string;
}

/** A person can have the bodies of four of the largest requests in memory. */
export const ofRequests: BodyLimits = {
  ...{ ofPerson: 16 * mebibyte, ofAll: 160 * mebibyte, allowsOne: false },
  doing: 'receiving too many large requests',
};

/** The largest responses have more than 50 million characters. */
export const ofResponses: BodyLimits = {
  ...{ ofPerson: 64 * mebibyte, ofAll: 160 * mebibyte, allowsOne: true },
  doing: 'sending too many large responses',
};

const tooManyOfPerson = 'too many of your large requests or responses are in progress; wait until some are complete';

/** Seconds after which a client can retry. */
const headers = { 'retry-after': '5' };

export function openBodies({ ofPerson, ofAll, allowsOne, doing }: BodyLimits): Bodies {
  const held = new Map<string, number>();
  let all = 0;
  const change = (subject: string, bytes: number) => {
    const left = (held.get(subject) ?? 0) + bytes;
    all += bytes;
    if (left === 0) held.delete(subject);
    else held.set(subject, left);
  };
  const isAbove = (held: number, bytes: number, limit: number) => held + bytes > limit && !(allowsOne && held === 0);
  return {
    open: (subject) => {
      let own = 0;
      return {
        add: (bytes) => {
          if (isAbove(held.get(subject) ?? 0, bytes, ofPerson)) fail(429, tooManyOfPerson, { headers });
          if (isAbove(all, bytes, ofAll)) fail(503, `the gateway is ${doing}`, { headers });
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
