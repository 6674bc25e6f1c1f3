import { can } from '../can/can.ts';
import { type Limits, requireUnit, useUnit } from '../limits/limits.ts';
import { fail } from '../response/problem.ts';
import type { Session } from '../session/sessions.ts';
import type { View } from '../world/view.ts';
import { requireOwnPage, sessionOf } from './authenticate.ts';
import type { Gateway } from './gateway.ts';
import { readBody, readQuery } from './input.ts';
import { jsonResponse } from './json-response.ts';
import type { Call, Route } from './route.ts';

interface Asked extends Pick<Call, 'request' | 'parameters'> {
  /** The address of the client. */
  readonly address: string;
}

/** Checks a request of the API, and responds to it. */
export async function respond(
  route: Route,
  { request, parameters, address }: Asked,
  gateway: Gateway,
): Promise<Response> {
  const session = (await sessionOf(request, gateway)) ?? fail(401);
  requireOwnPage(request, gateway);
  const { limits } = gateway;
  countRequest(route, [session.subject, address], limits);
  requireAccess(route, session, parameters, gateway);
  const query = readQuery(new URL(request.url), route);
  const body = await readBody(request, route);
  const count = <T>(run: () => T) => timed(session.subject, limits, run);
  const named = namedCommits(request, query);
  if (named.length > 0 && count(() => lacksOne(named, gateway))) await gateway.update();
  const { person } = session;
  const found = await count(() => {
    const { members } = gateway.views.head();
    return route.handle({
      ...{ gateway, session, person, parameters, query, body, request },
      view: viewFor(query, gateway),
      may: (action, tenant) => can(person, action, { tenant }, members),
      timed: count,
    });
  });
  return found instanceof Response ? found : jsonResponse(found, request, query);
}

function countRequest(
  { limit }: Route,
  [subject, address]: readonly [subject: string, address: string],
  limits: Limits,
): void {
  if (limit === undefined) return;
  useUnit(limits[limit], subject);
  useUnit(limits.fromAddress, address);
}

/** Counts the time until a function returns, during which no other request gets a response. Waiting for the forge does not count. */
function timed<T>(subject: string, { time }: Limits, run: () => T): T {
  requireUnit(time, subject);
  const started = performance.now();
  try {
    return run();
  } finally {
    time.use(subject, performance.now() - started);
  }
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

function namedCommits(
  { headers }: Request,
  { at = '', cursor = '' }: Readonly<Record<string, string>>,
): readonly string[] {
  const texts = [at, cursor, headers.get('if-match') ?? ''];
  return texts.flatMap((text) => /^"?([0-9a-f]{40})(?:[".]|$)/.exec(text)?.[1] ?? []);
}

/** Another replica can have fetched a commit that this one does not have yet. */
function lacksOne(commits: readonly string[], { repository }: Gateway): boolean {
  return commits.some((sha) => !repository.isAncestor(sha, sha));
}

function viewFor({ at }: Readonly<Record<string, string>>, { views }: Gateway): View {
  if (at === undefined) return views.head();
  return views.at(at) ?? fail(404, `the branch has no commit ${at}`);
}
