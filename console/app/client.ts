import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Request, Response, WorkerService } from '../core/worker.ts';
import { trustedPolicy } from '../data/policy.ts';

declare const CORE_WORKER: string;

type Method = keyof WorkerService;
type Returned<M extends Method> = Awaited<ReturnType<WorkerService[M]>>;
type Waiting = { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void };

/** The state of a request to the core. */
export type Result<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: Value }
  | { readonly state: 'failed'; readonly message: string };

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

const waiting = new Map<number, Waiting>();
const results = new Map<string, Signal<Result<unknown>>>();
const sends = new Map<string, () => Promise<void>>();
const failed = new Map<string, () => Promise<void>>();
/** The keys of the results that the open page reads. */
const shown = new Set<string>();
const worker = startWorker();
let requests = 0;

function startWorker(): Worker {
  const address = new URL(CORE_WORKER, import.meta.url).href;
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(trustedPolicy, { createScriptURL: (url) => (url === address ? url : '') });
  const started = new Worker(policy ? policy.createScriptURL(address) : address, { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<Response>) => settle(data);
  started.onerror = ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message || 'the core cannot be loaded'));
    waiting.clear();
  };
  return started;
}

function settle(response: Response): void {
  const one = waiting.get(response.id);
  waiting.delete(response.id);
  if (response.ok) one?.resolve(response.result);
  else one?.reject(new Error(response.message));
}

let others: Partial<WorkerService> = {};

/** Replaces the core for some requests. Call it before the first of these requests, or drop their cached responses. */
export function respondWith(service: Partial<WorkerService>): void {
  others = service;
}

/** Sends a request to the core or to its replacement. Rejects with a user-facing message. */
export function ask<M extends Method>(method: M, ...args: Parameters<WorkerService[M]>): Promise<Returned<M>> {
  const other = others[method] as ((...values: readonly unknown[]) => Promise<Returned<M>>) | undefined;
  if (other) return other(...args);
  requests += 1;
  const request: Request = { id: requests, method, args };
  return new Promise((resolve, reject) => {
    waiting.set(request.id, { resolve: resolve as (result: unknown) => void, reject });
    worker.postMessage(request);
  });
}

/** Sends a request, and caches the response for later calls until it is refreshed or dropped. */
export function result<M extends Method>(
  method: M,
  ...args: Parameters<WorkerService[M]>
): ReadonlySignal<Result<Returned<M>>> {
  const key = JSON.stringify([method, args]);
  const known = results.get(key) as Signal<Result<Returned<M>>> | undefined;
  if (known) return known;
  const created = signal<Result<Returned<M>>>(
    { state: 'loading' },
    { watched: () => void shown.add(key), unwatched: () => void shown.delete(key) },
  );
  results.set(key, created as Signal<Result<unknown>>);
  let last = 0;
  const send = () => {
    last += 1;
    const own = last;
    return ask(method, ...args).then(
      (value) => {
        if (own === last) created.value = { state: 'ready', value };
      },
      (error: Error) => {
        if (own !== last) return;
        // A page keeps its content if a later attempt fails. The connection bar shows the failure.
        if (created.peek().state !== 'ready') created.value = { state: 'failed', message: error.message };
        failed.set(key, send);
      },
    );
  };
  sends.set(key, send);
  void send();
  return created;
}

/** Opening a page again retries its failed requests. */
addEventListener('hashchange', () => {
  for (const key of failed.keys()) results.delete(key);
  failed.clear();
});

/** Resends the failed requests of the open page. */
export function retryFailed(): void {
  const again = [...failed.values()];
  failed.clear();
  for (const send of again) void send();
}

/**
 * Resends the open page's requests of these methods. The page shows the previous responses until new ones arrive. Drops
 * the cached responses of other pages.
 */
export function refresh(methods: readonly Method[]): void {
  for (const key of [...results.keys()].filter((one) => isOneOf(methods, one)))
    if (shown.has(key)) void sends.get(key)?.();
    else results.delete(key);
}

/** Drops cached responses to some requests, because their data has changed. */
export function forget(methods: readonly Method[]): void {
  for (const key of results.keys()) if (isOneOf(methods, key)) results.delete(key);
}

function isOneOf(methods: readonly Method[], key: string): boolean {
  const [method] = JSON.parse(key) as [Method];
  return methods.includes(method);
}
