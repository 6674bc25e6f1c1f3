import type { Reply, Session } from '../data/gateway.ts';
import type { GatewayClient } from '../data/gateway-client.ts';
import { readFailureText } from './failure-text.ts';

/** Reads what the gateway returns to a person. `read` rejects with a user-facing message. */
export interface Member {
  readonly session: Session;
  readonly read: <Value>(path: string, query?: Readonly<Record<string, string | undefined>>) => Promise<Value>;
}

export function memberOf(gateway: GatewayClient, session: Session): Member {
  return {
    session,
    read: async <Value>(path: string, query = {}) => {
      const present = Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][];
      const search = new URLSearchParams(present).toString();
      return valueIn(await gateway.read<Value>(search === '' ? path : `${path}?${search}`));
    },
  };
}

/** Throws an error with a user-facing message if there is no value. */
export function valueIn<Value>(reply: Reply<Value>): Value {
  if (reply.ok) return reply.value;
  throw new Error(readFailureText(reply.failure));
}
