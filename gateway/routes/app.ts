import { Hono } from 'hono';
import { ApiError, fail, problem, problemResponse } from '../answer/problem.ts';
import { can } from '../can/can.ts';
import { ForgeError } from '../changes/forge.ts';
import type { Session } from '../session/sessions.ts';
import type { View } from '../world/view.ts';
import { requireOwnPage, sessionOf } from './authenticate.ts';
import { forgeProblem } from './forge-problem.ts';
import type { Gateway } from './gateway.ts';
import { secureTransport, strictHeaders } from './headers.ts';
import { readBody, readQuery } from './input.ts';
import { jsonResponse } from './json-response.ts';
import { routes } from './list.ts';
import type { Metrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';
import type { Call, Route } from './route.ts';
import { siteResponse } from './site.ts';

/** The gateway as a function from requests to responses. */
export function createApp(gateway: Gateway, metrics: Metrics): Hono {
  const app = new Hono();
  app.use('*', async (context, next) => {
    const started = performance.now();
    await next();
    for (const [name, value] of Object.entries(headersFor(gateway))) context.res.headers.set(name, value);
    if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'no-store');
    metrics.observe(context.req.method, context.res.status, performance.now() - started);
  });
  addPublicRoutes(app, gateway, metrics);
  app.use('*', async (context, next) => {
    if (!gateway.door.isOwnHost(context.req.header('host') ?? '')) fail(421);
    return (await gateway.door.answer(context.req.raw)) ?? next();
  });
  for (const route of routes) {
    const path = route.path.replaceAll('{', ':').replaceAll('}', '');
    app.on(route.method, `/api/v1${path}`, (context) => answer(route, context.req.raw, context.req.param(), gateway));
  }
  app.all('/api/*', (context) => {
    const isKnown = app.router.match('GET', context.req.path)[0].length > 4;
    return fail(isKnown && context.req.method !== 'GET' ? 405 : 404);
  });
  app.get('*', (context) => siteResponse(context.req.raw, gateway));
  app.notFound(() => fail(405));
  app.onError((error, context) => {
    if (error instanceof ApiError) return problemResponse(error.problem, context.req.path);
    if (error instanceof ForgeError) return problemResponse(forgeProblem(error), context.req.path);
    gateway.log(`${context.req.method} ${context.req.path}: ${error.stack}`);
    return problemResponse(problem(500), context.req.path);
  });
  return app;
}

function headersFor({ door }: Gateway): Readonly<Record<string, string>> {
  return door.origin.startsWith('https:') ? { ...strictHeaders, ...secureTransport } : strictHeaders;
}

/** Routes for probes and scrapers, which have no session and use the address of the Pod as host name. */
function addPublicRoutes(app: Hono, gateway: Gateway, metrics: Metrics): void {
  app.get('/healthz', (context) => context.text('ok\n'));
  app.get('/readyz', async (context) => {
    const isReady = await gateway.door.isReady();
    return context.text(isReady ? 'ok\n' : 'the identity provider is not available\n', isReady ? 200 : 503);
  });
  app.get('/metrics', (context) => context.text(metrics.text(gateway)));
  app.get('/openapi.json', (context) => context.json(openApiDocument()));
}

async function answer(
  route: Route,
  request: Request,
  parameters: Readonly<Record<string, string>>,
  gateway: Gateway,
): Promise<Response> {
  const session = (await sessionOf(request, gateway)) ?? fail(401);
  requireOwnPage(request, gateway);
  requireAccess(route, session, parameters, gateway);
  const query = readQuery(new URL(request.url), route);
  const body = await readBody(request, route);
  const { person } = session;
  const { members } = gateway.views.head();
  const call: Call = {
    ...{ gateway, session, person, parameters, query, body, request },
    view: viewFor(query, gateway),
    may: (action, tenant) => can(person, action, { tenant }, members),
  };
  const found = await route.handle(call);
  return found instanceof Response ? found : jsonResponse(found, request, query);
}

/**
 * Checks access against the newest commit, even for earlier commits: a person who lost a role cannot see the past either.
 */
function requireAccess(
  { access }: Route,
  { person }: Session,
  parameters: Call['parameters'],
  { views }: Gateway,
): void {
  if (access === 'session') return;
  const { members } = views.head();
  const tenant = parameters['tenant'] ?? '';
  const target = access.target === 'tenant' ? { tenant } : access.target;
  if (can(person, access.action, target, members)) return;
  const mayKnow = access.target !== 'tenant' || can(person, 'read-names', target, members);
  fail(mayKnow && (access.target !== 'tenant' || members.accessOf(tenant) !== undefined) ? 403 : 404);
}

function viewFor({ at }: Readonly<Record<string, string>>, { views }: Gateway): View {
  if (at === undefined) return views.head();
  return views.at(at) ?? fail(404, `the branch has no commit ${at}`);
}
