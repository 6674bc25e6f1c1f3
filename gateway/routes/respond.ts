import { can } from '../can/can.ts';
import { type Limits, requireUnit, timed, useUnit } from '../limits/limits.ts';
import { fail } from '../response/problem.ts';
import type { Session } from '../session/sessions.ts';
import { requireOwnPage, sessionOf } from './authenticate.ts';
import type { Gateway } from './gateway.ts';
import { readBody, readQuery } from './input.ts';
import { type Encoded, encode, jsonResponse } from './json-response.ts';
import type { Call, Compute, Route, Sent } from './route.ts';
import type { RouteInput } from './tasks.ts';

interface ReceivedRequest extends Pick<Call, 'request' | 'parameters'> {
  /** The address of the client. */
  readonly address: string;
}

/** Checks a request of the API, and responds to it. */
export async function respond(
  route: Route,
  { request, parameters, address }: ReceivedRequest,
  gateway: Gateway,
): Promise<Response> {
  const session = (await sessionOf(request, gateway)) ?? fail(401);
  await gateway.branch.opened();
  requireOwnPage(request, gateway);
  const { limits } = gateway;
  countRequest(route, [session.subject, address], limits);
  requireAccess(route, session, parameters, gateway);
  const query = readQuery(new URL(request.url), route);
  const received = limits.bodies.open(session.subject);
  try {
    const body = await readBody(request, route, received.add);
    const ifMatch = request.headers.get('if-match') ?? undefined;
    return await answer(route, { session, parameters, query, body, ifMatch }, { request, gateway });
  } finally {
    received.close();
  }
}

async function answer(
  route: Route,
  sent: Sent,
  { request, gateway }: { readonly request: Request; readonly gateway: Gateway },
): Promise<Response> {
  const { session, query } = sent;
  const count = <T>(run: () => T) => timed(session.subject, gateway.limits, run);
  const named = namedCommits(request, query);
  if (named.length > 0 && count(() => lacksAny(named, gateway))) await gateway.update();
  const found = await count(() => resultOf(route, callOf(sent, request, gateway)));
  if (found instanceof Response) return found;
  return jsonResponse(found, request, query, gateway.limits.responses.open(session.subject));
}

function callOf(sent: Sent, request: Request, gateway: Gateway): Call {
  const { person } = sent.session;
  const head = gateway.branch.head();
  return {
    ...{ ...sent, gateway, person, request, head, commit: commitFor(sent.query, gateway) },
    may: (action, tenant) => can(person, action, { tenant }, head.members),
  };
}

async function resultOf(route: Route, call: Call): Promise<Encoded | Response> {
  const compute = computeFor(route, call);
  if (!route.handle) return (await compute()) as Encoded;
  const found = await route.handle(call, compute);
  return found instanceof Response ? found : encode(found);
}

/** Adds the duration of a computation to the person's time, even if it fails. */
function computeFor({ id }: Route, call: Call): Compute {
  const { gateway, head, commit, request } = call;
  const { session, parameters, query, body, ifMatch } = call;
  return async (given) => {
    const { subject } = session;
    requireUnit(gateway.limits.time, subject);
    const input: RouteInput = { sent: { session, parameters, query, body, ifMatch }, given };
    const task = { name: id, head: head.sha, commit, input };
    const spend = (milliseconds: number) => gateway.limits.time.use(subject, milliseconds);
    return (await gateway.work.run(task, { subject, signal: request.signal, spend })).value;
  };
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

/**
 * Checks access against the newest commit, even for earlier commits: a person who lost a role cannot see the past either.
 */
function requireAccess(
  { access }: Route,
  { person }: Session,
  parameters: Call['parameters'],
  { branch }: Gateway,
): void {
  if (access === 'session') return;
  const { members } = branch.head();
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

/** Whether this replica lacks a commit, which another replica might have fetched. */
function lacksAny(commits: readonly string[], { repository }: Gateway): boolean {
  return commits.some((sha) => !repository.has(sha));
}

function commitFor({ at }: Readonly<Record<string, string>>, { branch }: Gateway): string {
  if (at === undefined) return branch.head().sha;
  const accepted = 'at least 7 digits of the SHA of a first-parent commit, or a time after the first commit';
  return branch.find(at) ?? fail(404, `no state of the branch matches at=${at}; at must be ${accepted}`);
}
