import { can } from '../can/can.ts';
import { type Limits, requireUnit, timed, useUnit } from '../limits/limits.ts';
import { fail } from '../response/problem.ts';
import type { Session } from '../session/sessions.ts';
import type { Task } from '../work/work.ts';
import { requireOwnPage, sessionOf } from './authenticate.ts';
import type { Gateway } from './gateway.ts';
import { readBody, readQuery } from './input.ts';
import { type Encoded, encode, jsonResponse } from './json-response.ts';
import { type Found, namedCommits } from './named-commits.ts';
import type { Call, Compute, Route, Sent } from './route.ts';
import type { RouteInput } from './tasks.ts';

interface ReceivedRequest extends Pick<Call, 'request' | 'parameters'> {
  /** The address of the client. */
  readonly address: string;
}

/** Checks an API request, and responds to it. */
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
  const commit = await requestedCommit(sent, request, gateway);
  const found = await timed(session.subject, gateway.limits, () => {
    const call = callOf({ sent, request, commit }, gateway);
    return resultOf(route, call);
  });
  if (found instanceof Response) return found;
  return jsonResponse(found, request, query, gateway.limits.responses.open(session.subject));
}

interface Located extends Pick<Call, 'request'> {
  readonly sent: Sent;
  /** Undefined for the newest commit. */
  readonly commit: string | undefined;
}

function callOf({ sent, request, commit }: Located, gateway: Gateway): Call {
  const { person } = sent.session;
  const head = gateway.branch.head();
  return {
    ...{ ...sent, gateway, person, request, head, commit: commit ?? head.sha },
    may: (action, tenant) => can(person, action, { tenant }, head.members),
  };
}

async function resultOf(route: Route, call: Call): Promise<Encoded | Response> {
  const compute = computeFor(route, call);
  if (!route.handle) return (await compute()) as Encoded;
  const found = await route.handle(call, compute);
  return found instanceof Response ? found : encode(found);
}

/** Counts the duration of the computation against the person's time, even if the computation fails. */
function computeFor({ id }: Route, call: Call): Compute {
  const { gateway, head, commit, request } = call;
  const { session, parameters, query, body, ifMatch } = call;
  return (given) => {
    const input: RouteInput = { sent: { session, parameters, query, body, ifMatch }, given };
    return runTask({ name: id, head: head.sha, commit, input }, { session, request, gateway });
  };
}

/**
 * The state of the branch that `at` names; undefined for the newest one. First fetches the branch if the request names commits
 * that this replica lacks. Git can take long to find a commit, so the thread that reads commits searches for it.
 */
async function requestedCommit(
  { session, query: { at, cursor }, ifMatch }: Sent,
  request: Request,
  gateway: Gateway,
): Promise<string | undefined> {
  const head = gateway.branch.head().sha;
  const named = namedCommits({ at, cursor, ifMatch }, head);
  if (named === undefined) return at;
  const task = () => ({ name: 'find', head: gateway.branch.head().sha, commit: head, input: named });
  const find = async () => (await runTask(task(), { session, request, gateway })) as Found;
  const first = await find();
  if (first.lacksAny) await gateway.update();
  const { commit } = first.lacksAny ? await find() : first;
  return named.at === undefined ? at : (commit ?? failForState(named.at));
}

function failForState(at: string): never {
  const accepted = 'at least 7 digits of the SHA of a first-parent commit, or a time after the first commit';
  return fail(404, `no state of the branch matches at=${at}; at must be ${accepted}`);
}

type Running = Pick<Call, 'session' | 'request' | 'gateway'>;

/**
 * Checks that the person has time left when the task arrives, and again when its turn comes, because other tasks of the person
 * can use it up.
 */
async function runTask(task: Task, { session: { subject }, request, gateway }: Running): Promise<unknown> {
  const { time } = gateway.limits;
  const requireTime = () => requireUnit(time, subject);
  requireTime();
  const spend = (milliseconds: number) => time.use(subject, milliseconds);
  return (await gateway.work.run(task, { subject, signal: request.signal, spend, requireTime })).value;
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
