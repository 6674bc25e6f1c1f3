import { Hono } from 'hono';
import type { Client } from '../../cluster/client.ts';
import { textAt } from '../../data/tree.ts';
import { type Person, roleOf } from '../can/roles.ts';
import { addressOf } from '../limits/address.ts';
import { openAllowances } from '../limits/allowances.ts';
import { useUnit } from '../limits/limits.ts';
import { limitedText } from '../response/limited-text.ts';
import { ApiError, fail, problem, problemResponse } from '../response/problem.ts';
import type { Branch } from '../world/branch.ts';
import { openTokenReviews, type Review } from './token-reviews.ts';

interface TenantsApi {
  readonly cluster: Pick<Client, 'post'>;
  readonly branch: Branch;
  readonly log: (text: string) => void;
  /** In milliseconds. */
  readonly now: () => number;
}

/** `peer` is the address at the other end of the connection. */
type Env = { Bindings: { readonly peer: string } };

const path = '/api/v1/tenants';

/** In bytes. A token with many groups has several kilobytes. */
const largestBody = 100_000;

/**
 * The Tenants API of MTO, which `kubectl tenant list` reads through the API server [sources: mto-39]. It has its own port,
 * because all users of the cluster can send requests to the port.
 */
export function createTenantsApi({ cluster, branch, log, now }: TenantsApi): Hono<Env> {
  const app = new Hono<Env>();
  const countRequest = requestLimit(now);
  const review = openTokenReviews(cluster, now);
  app.post(path, async ({ env, req }) => {
    countRequest(env?.peer ?? '', req.header('x-forwarded-for'));
    const { user, groups } = userOf(await review(await tokenIn(req.raw)));
    await branch.opened();
    const { rows, members } = branch.head();
    const person: Person = { user, groups, platformRoles: [] };
    const tenants = rows().flatMap(({ name }) => {
      const role = roleOf(person, name, members);
      return role === undefined ? [] : [{ name, role }];
    });
    return Response.json({ tenants }, { headers: { 'cache-control': 'no-store' } });
  });
  app.notFound(() => fail(404));
  app.onError((error, { req }) => {
    if (error instanceof ApiError) return problemResponse(error.problem, req.path);
    log(`${req.method} ${req.path}: ${error.stack}`);
    return problemResponse(problem(500), req.path);
  });
  return app;
}

/**
 * Counts a request of a client, or fails with 429. The API server appends the address of its client to X-Forwarded-For. Pods
 * can connect directly and set any header, so requests are also counted for the other end of the connection.
 */
function requestLimit(now: () => number): (peer: string, forwarded: string | undefined) => void {
  const byClient = openAllowances({ max: 120, perSecond: 2 }, now);
  const byPeer = openAllowances({ max: 1200, perSecond: 20 }, now);
  return (peer, forwarded) => {
    useUnit(byClient, addressOf(peer, forwarded, 1));
    useUnit(byPeer, addressOf(peer, undefined, 0));
  };
}

/** The API server does not forward the header Authorization, so the plugin sends the token in the body. */
async function tokenIn(request: Request): Promise<string> {
  const text = await limitedText(request, largestBody);
  const [, inHeader = ''] = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  const token = textAt(parsed(text), 'token') || inHeader;
  return token === '' ? fail(401, 'the request has no token') : token;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function userOf(review: Review): Pick<Person, 'user' | 'groups'> {
  if (review.outcome === 'accepted') return review.user;
  if (review.outcome === 'rejected') return fail(401, 'the API server does not accept the token');
  return fail(503, review.message, { headers: { 'retry-after': '10' } });
}
