import { signal } from '@preact/signals';
import type { Reply, Session, SubmittedChange } from '../data/gateway.ts';
import { type GatewayClient, openGateway } from '../data/gateway-client.ts';
import { readsEverything, withChange } from '../model/submitted-changes.ts';
import { type Result, retryFailed } from './client.ts';
import { connection, keepTrying, observed } from './connection.ts';
import { readFailureText } from './failure-text.ts';

/**
 * The gateway that serves the page; undefined for a static export. The gateway sets the content of the meta element
 * `leasehold-gateway`.
 */
export const gateway =
  document.querySelector<HTMLMetaElement>('meta[name="leasehold-gateway"]')?.content === 'api'
    ? openGateway(observed((path, init) => fetch(path, init)))
    : undefined;

export const session = signal<Result<Session>>({ state: 'loading' });
export const changes = signal<Result<readonly SubmittedChange[]>>({ state: 'loading' });

/** A commit of the branch that is newer than the page. */
export const newerCommit = signal<string | undefined>(undefined);

/** Loads the session, and follows the person's changes. */
export async function startSession(): Promise<void> {
  if (!gateway) return;
  keepTrying(gateway.session, () => {
    retryFailed();
    if (session.value.state === 'failed') void enter(gateway);
  });
  await enter(gateway);
}

async function enter(from: GatewayClient): Promise<void> {
  session.value = await loadSession(from);
  if (session.value.state === 'ready') followEvents(from);
}

/**
 * Follows the events of the gateway. A proxy that cannot reach the gateway ends the event stream. The stream reopens
 * when the gateway responds again.
 */
function followEvents(from: GatewayClient): void {
  const source = new EventSource('api/v1/events');
  source.onerror = async () => {
    if (connection.value !== 'left') await from.session();
    if (source.readyState !== EventSource.CLOSED) return;
    const stop = connection.subscribe((now) => {
      if (now !== 'open') return;
      queueMicrotask(() => stop());
      setTimeout(() => followEvents(from), 1000);
    });
  };
  // Events are lost during an interruption, so the list is loaded again.
  source.onopen = () => void loadChanges();
  source.addEventListener('change', ({ data }: MessageEvent<string>) => putChange(JSON.parse(data)));
  source.addEventListener('revision', ({ data }: MessageEvent<string>) => {
    newerCommit.value = (JSON.parse(data) as { readonly head: string }).head;
    void loadChanges();
  });
}

/** Loads the session. If the person cannot read every file, the gateway renders instead of the browser. */
async function loadSession(from: GatewayClient): Promise<Result<Session>> {
  const result = resultOf(await from.session());
  if (result.state !== 'ready') return result;
  try {
    if (readsEverything(result.value)) {
      void import('./member.ts').then(({ enterAsAdministrator }) => enterAsAdministrator(from, result.value));
      return result;
    }
    const { enterAsMember } = await import('./member.ts');
    await enterAsMember(from, result.value);
    return result;
  } catch (error) {
    return { state: 'failed', message: (error as Error).message };
  }
}

/** Whether the person sees only part of the repository. */
export function isMember(): boolean {
  return session.value.state === 'ready' && !readsEverything(session.value.value);
}

export async function loadChanges(): Promise<void> {
  if (gateway) changes.value = resultOf(await gateway.changes());
}

export function putChange(change: SubmittedChange): void {
  const known = changes.value.state === 'ready' ? changes.value.value : [];
  changes.value = { state: 'ready', value: withChange(known, change) };
}

/** Whether changes can be proposed through the gateway. */
export function canPropose(): boolean {
  return session.value.state === 'ready' && session.value.value.forge !== 'none';
}

export function resultOf<Value>(reply: Reply<Value>): Result<Value> {
  if (reply.ok) return { state: 'ready', value: reply.value };
  return { state: 'failed', message: readFailureText(reply.failure) };
}
