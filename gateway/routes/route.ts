import type { SchemaName } from '../../build/gateway-contract.ts';
import type { Action } from '../can/permissions.ts';
import type { Person } from '../can/roles.ts';
import type { Session } from '../session/sessions.ts';
import type { Head } from '../world/head.ts';
import type { TenantRepository } from '../world/repository.ts';
import type { View } from '../world/view.ts';
import type { Views } from '../world/views.ts';
import type { Gateway } from './gateway.ts';

/** The parts of a request that can be sent to another thread. */
export interface Sent {
  readonly session: Session;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The header If-Match. */
  readonly ifMatch: string | undefined;
}

/** A request that passed all checks of its route. */
export interface CheckedRequest extends Sent {
  readonly person: Person;
  /** The newest commit, which decides about permissions. */
  readonly head: Head;
  /** Whether the newest commit allows the person an action on a tenant. */
  readonly may: (action: Action, tenant: string) => boolean;
}

/** A request and the gateway, in the thread that responds to requests. */
export interface Call extends CheckedRequest {
  readonly gateway: Gateway;
  readonly request: Request;
  /** The commit in the query parameter `at`; the newest commit by default. */
  readonly commit: string;
}

/** What tasks use in the thread that reads the files of commits. */
export interface Reader {
  readonly repository: TenantRepository;
  readonly views: Views;
  /** The text of the usage recording. */
  readonly usage: () => string | undefined;
  /** The key that signs cursors. */
  readonly secret: string;
}

/** A request and the files of its commit, in the thread that reads the files of commits. */
export interface WorldCall extends CheckedRequest, Reader {
  readonly view: View;
}

/** The result of a handler. Its body is serialized as JSON. */
export interface Result {
  readonly status?: 200 | 201 | 202;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The permission that a route requires. `tenant`: for the tenant in the path. `anything`: for any tenant; the response
 * contains only what the person may see.
 */
export interface Access {
  readonly action: Action;
  readonly target: 'tenant' | 'anything' | 'everything';
}

/** One operation of the API. The OpenAPI document, the router and the access tests are derived from the list of routes. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With parameters in braces: `/tenants/{tenant}`. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  /** `session`: any signed-in person. */
  readonly access: Access | 'session';
  /** The limit that counts its requests, by person and by address. */
  readonly limit?: 'previews' | 'proposals';
  readonly query?: SchemaName;
  readonly body?: SchemaName;
  readonly headers?: readonly ('If-Match' | 'Idempotency-Key')[];
  /**
   * Computes what needs the files of a commit: the result, or what `handle` requests. Its input and output can be sent to another
   * thread. The thread runs one computation at a time, so only `handle` waits for other services.
   */
  readonly compute?: (call: WorldCall, input: unknown) => unknown;
  /** Responds in the thread that responds to all requests, so it must be quick. */
  readonly handle?: (call: Call, compute: Compute) => Result | Response | Promise<Result | Response>;
}

/** Runs the computation of the route. */
export type Compute = (input?: unknown) => Promise<unknown>;

interface Parts<Input, Found> {
  readonly compute: (call: WorldCall, input: Input) => Found | Promise<Found>;
  readonly handle: (call: Call, compute: (input?: Input) => Promise<Found>) => ReturnType<NonNullable<Route['handle']>>;
}

/** A route with a computation whose input and output have types. */
export function inTwoThreads<Input, Found>({
  compute,
  handle,
}: Parts<Input, Found>): Pick<Route, 'compute' | 'handle'> {
  return {
    compute: (call, input) => compute(call, input as Input),
    handle: (call, run) => handle(call, async (input) => (await run(input)) as Found),
  };
}

/** A route that responds with the result of its computation. */
export function computed(compute: (call: WorldCall) => Result | Promise<Result>): Pick<Route, 'compute'> {
  return { compute };
}
