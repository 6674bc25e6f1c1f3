import { effect, signal } from '@preact/signals';
import type { Send } from '../data/gateway-client.ts';

/**
 * `lost`: the gateway does not respond, and the console retries. `ended`: the session is over. `left`: the person signed
 * out.
 */
type Connection = 'open' | 'lost' | 'ended' | 'left';

export const connection = signal<Connection>('open');

/** Milliseconds between two attempts. */
const pause = 3000;

/**
 * Observes whether requests reach the gateway. If they do not, a proxy in front of it responds with an error status, but
 * without a problem document.
 */
export function observed(send: Send): Send {
  return async (path, init) => {
    try {
      const response = await send(path, init);
      note(response);
      return response;
    } catch (error) {
      change('lost');
      throw error;
    }
  };
}

function note({ status, headers }: Response): void {
  const isOwn = headers.get('content-type')?.startsWith('application/problem+json') === true;
  if (status === 401) change('ended');
  else change(status >= 500 && !isOwn ? 'lost' : 'open');
}

/** Changes the state of the connection. After signing out, the state stays the same until the page reloads. */
export function change(to: Connection): void {
  if (connection.value !== 'left') connection.value = to;
}

/** Retries while the gateway does not respond, and calls `onReturn` when it responds again. */
export function keepTrying(ask: () => Promise<unknown>, onReturn: () => void): void {
  let wasLost = false;
  effect(() => {
    const now = connection.value;
    if (now === 'open' && wasLost) onReturn();
    wasLost = now === 'lost' || (wasLost && now !== 'open');
    if (now !== 'lost') return;
    const timer = setInterval(() => void ask(), pause);
    return () => clearInterval(timer);
  });
  addEventListener('offline', () => change('lost'));
  addEventListener('online', () => void ask());
}
