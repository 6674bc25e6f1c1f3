import type { SchemaName } from '../../build/gateway-contract.ts';
import type { Action } from '../can/permissions.ts';
import type { Person } from '../can/roles.ts';
import type { Session } from '../session/sessions.ts';
import type { View } from '../world/view.ts';
import type { Gateway } from './gateway.ts';

/** A request that passed all checks of its route. */
export interface Call {
  readonly gateway: Gateway;
  readonly session: Session;
  readonly person: Person;
  /** The commit in the query parameter `at`; the newest commit by default. */
  readonly view: View;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly request: Request;
  /** Whether the newest commit allows the person an action on a tenant. */
  readonly may: (action: Action, tenant: string) => boolean;
  /** Counts the time of work after an `await`, like that before it. */
  readonly timed: <T>(run: () => T) => T;
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
  readonly handle: (call: Call) => Result | Response | Promise<Result | Response>;
}
