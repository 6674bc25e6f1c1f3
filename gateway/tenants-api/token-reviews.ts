import { createHash } from 'node:crypto';
import type { Client } from '../../cluster/client.ts';
import { mappingAt, textAt, textsAt, valueAt } from '../../data/tree.ts';
import type { Person } from '../can/roles.ts';

/** `unavailable`: the API server returned no decision. `message` is the reason. */
export type Review =
  | { readonly outcome: 'accepted'; readonly user: Pick<Person, 'user' | 'groups'> }
  | { readonly outcome: 'rejected' }
  | { readonly outcome: 'unavailable'; readonly message: string };

/** How many milliseconds a review is valid. */
const lifetimes = { accepted: 60_000, rejected: 10_000, unavailable: 0, pending: 60_000 } as const;

/** The maximum number of reviews that are kept for each state. */
const maxKept = 1000;

type Cluster = Pick<Client, 'post'>;
type State = keyof typeof lifetimes;

interface Kept {
  readonly review: Promise<Review>;
  /** In milliseconds. */
  readonly until: number;
}

/**
 * Asks the API server who a token belongs to. Concurrent and repeated requests with the same token share a review, which is
 * stored by the digest of the token. `now` is in milliseconds.
 */
export function openTokenReviews(cluster: Cluster, now: () => number): (token: string) => Promise<Review> {
  // By state, so that reviews of forged tokens cannot displace those of valid tokens.
  const kept = new Map<State, Map<string, Kept>>();
  const keep = (state: State, key: string, review: Promise<Review>) => {
    const reviews = kept.get(state) ?? new Map<string, Kept>();
    kept.set(state, reviews);
    reviews.delete(key);
    const [oldest] = reviews.keys();
    if (reviews.size >= maxKept && oldest !== undefined) reviews.delete(oldest);
    reviews.set(key, { review, until: now() + lifetimes[state] });
  };
  const ask = async (token: string, key: string): Promise<Review> => {
    const review = await reviewOf(cluster, token);
    kept.get('pending')?.delete(key);
    keep(review.outcome, key, Promise.resolve(review));
    return review;
  };
  return (token) => {
    const key = createHash('sha256').update(token).digest('base64');
    const known = [...kept.values()].flatMap((reviews) => reviews.get(key) ?? []);
    const valid = known.find(({ until }) => until > now());
    if (valid) return valid.review;
    const review = ask(token, key);
    keep('pending', key, review);
    return review;
  };
}

async function reviewOf(cluster: Cluster, token: string): Promise<Review> {
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } };
  const answer = await cluster.post('/apis/authentication.k8s.io/v1/tokenreviews', review);
  if (!answer.ok) return { outcome: 'unavailable', message: answer.message };
  const status = mappingAt(answer.body, 'status');
  if (valueAt(status, 'authenticated') !== true) return { outcome: 'rejected' };
  const user = { user: textAt(status, 'user', 'username'), groups: textsAt(status, 'user', 'groups') };
  return { outcome: 'accepted', user };
}
