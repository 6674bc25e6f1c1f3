import { type Context, Hono } from 'hono';
import { once } from '../../data/once.ts';
import { ForgeError } from '../changes/forge.ts';
import { addressOf } from '../limits/address.ts';
import { useUnit } from '../limits/limits.ts';
import { ApiError, fail, problem, problemResponse } from '../response/problem.ts';
import { sharedBody } from '../response/shared-body.ts';
import { signInProblem } from '../session/sign-in-page.ts';
import { DatabaseUnavailable } from '../store/unavailable.ts';
import { forgeProblem } from './forge-problem.ts';
import type { Gateway } from './gateway.ts';
import { secureTransport, strictHeaders } from './headers.ts';
import { routes } from './list.ts';
import type { Metrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';
import { respond } from './respond.ts';
import { siteResponse } from './site.ts';

/** The data about a connection that the server adds to a request. */
interface Connection {
  readonly Bindings: { readonly peer?: string };
}

/** The gateway as a function from requests to responses. */
export function createApp(gateway: Gateway, metrics: Metrics): Hono<Connection> {
  const app = new Hono<Connection>();
  app.use('*', async (context, next) => {
    const started = performance.now();
    await next();
    for (const [name, value] of Object.entries(headersFor(gateway))) context.res.headers.set(name, value);
    if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'no-store');
    metrics.observe(context.req.method, context.res.status, performance.now() - started);
  });
  addPublicRoutes(app, gateway, metrics);
  app.use('*', async (context, next) => {
    if (!gateway.authenticator.isOwnHost(context.req.header('host') ?? ''))
      fail(421, `open ${gateway.authenticator.origin} instead`);
    if (isSignIn(context.req.path)) useUnit(gateway.limits.signIns, clientOf(context, gateway));
    return (await gateway.authenticator.handle(context.req.raw)) ?? next();
  });
  for (const route of routes) {
    const path = route.path.replaceAll('{', ':').replaceAll('}', '');
    app.on(route.method, `/api/v1${path}`, (context) => {
      const { raw: request } = context.req;
      return respond(route, { request, parameters: context.req.param(), address: clientOf(context, gateway) }, gateway);
    });
  }
  app.all('/api/*', (context) => {
    const isKnown = app.router.match('GET', context.req.path)[0].length > 4;
    return fail(isKnown && context.req.method !== 'GET' ? 405 : 404);
  });
  app.get('*', (context) => siteResponse(context.req.raw, gateway));
  app.notFound(() => fail(405));
  app.onError((error, context) => {
    const { path, raw } = context.req;
    if (error instanceof ApiError)
      return isSignIn(path) ? signInProblem(raw, error.problem, path) : problemResponse(error.problem, path);
    if (error instanceof ForgeError) return problemResponse(forgeProblem(error), context.req.path);
    if (error instanceof DatabaseUnavailable) return problemResponse(withoutDatabase, context.req.path);
    gateway.log(`${context.req.method} ${context.req.path}: ${error.stack}`);
    return problemResponse(problem(500), context.req.path);
  });
  return app;
}

/** The message of the driver can name hosts, so only the log contains it. */
const withoutDatabase = problem(503, 'the database is not available', { headers: { 'retry-after': '5' } });

/** Whether a request starts a login or exchanges its code. Such a request needs no session. */
function isSignIn(path: string): boolean {
  return path === '/auth/login' || path === '/auth/callback';
}

function clientOf({ env, req }: Context<Connection>, { proxies }: Gateway): string {
  return addressOf(env?.peer ?? '', req.header('x-forwarded-for'), proxies);
}

function headersFor({ authenticator }: Gateway): Readonly<Record<string, string>> {
  return authenticator.origin.startsWith('https:') ? { ...strictHeaders, ...secureTransport } : strictHeaders;
}

/**
 * Routes that need no session and allow any host name, because probes and scrapers use the address of the Pod. Concurrent
 * requests for readiness or for metrics share an answer, so that a client without a session cannot use all connections of
 * the database.
 */
function addPublicRoutes(app: Hono<Connection>, gateway: Gateway, metrics: Metrics): void {
  const readiness = shared(() => Promise.all([gateway.authenticator.isReady(), gateway.isStored()]));
  const metricsText = shared(() => metrics.text(gateway));
  app.get('/healthz', (context) => context.text('ok\n'));
  app.get('/readyz', async (context) => {
    const [canSignIn, isStored] = await readiness();
    const missing = [
      ...(canSignIn ? [] : ['the identity provider is not available\n']),
      ...(isStored ? [] : ['the database is not available\n']),
    ];
    return context.text(missing.join('') || 'ok\n', missing.length === 0 ? 200 : 503);
  });
  app.get('/metrics', async (context) => context.text(await metricsText()));
  const openApi = once(() => new TextEncoder().encode(JSON.stringify(openApiDocument())));
  const headers = { 'content-type': 'application/json' };
  app.get('/openapi.json', () => new Response(sharedBody(openApi()), { headers }));
}

/** Returns a function that runs an action. Calls while the action runs get the result of this run. */
function shared<T>(act: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= act().finally(() => {
      running = undefined;
    });
    return running;
  };
}
