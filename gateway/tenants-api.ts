import { Hono } from 'hono';
import type { Client } from '../cluster/client.ts';
import { mappingAt, textAt, textsAt, valueAt } from '../data/tree.ts';
import { type Person, roleOf } from './can/roles.ts';
import { limitedText } from './response/limited-text.ts';
import { ApiError, fail, problem, problemResponse } from './response/problem.ts';
import type { Views } from './world/views.ts';

interface TenantsApi {
  readonly cluster: Client;
  readonly views: Views;
  readonly log: (text: string) => void;
}

const path = '/api/v1/tenants';

/** In bytes. A token with many groups has some kilobytes. */
const largestBody = 100_000;

/**
 * The Tenants API of MTO, which `kubectl tenant list` reads through the API server [sources: mto-39]. It has its own port, because
 * all users of the cluster can send requests to the port.
 */
export function createTenantsApi(options: TenantsApi): Hono {
  const app = new Hono();
  app.post(path, async ({ req: { raw } }) => {
    const { user, groups } = await userOf(await tokenIn(raw), options);
    const { rows, members } = options.views.head();
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
    options.log(`${req.method} ${req.path}: ${error.stack}`);
    return problemResponse(problem(500), req.path);
  });
  return app;
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

/** The API server decides whose token it is. */
async function userOf(token: string, { cluster }: TenantsApi): Promise<Pick<Person, 'user' | 'groups'>> {
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } };
  const answer = await cluster.post('/apis/authentication.k8s.io/v1/tokenreviews', review);
  if (!answer.ok) return fail(503, answer.message, { headers: { 'retry-after': '10' } });
  const status = mappingAt(answer.body, 'status');
  if (valueAt(status, 'authenticated') !== true) return fail(401, 'the API server does not accept the token');
  return { user: textAt(status, 'user', 'username'), groups: textsAt(status, 'user', 'groups') };
}
