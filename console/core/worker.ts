import { type History, type Snapshot, snapshotFormat } from '../data/snapshot.ts';
import { createService } from './service.ts';

/** A request from a page. */
export interface Request {
  readonly id: number;
  readonly method: keyof WorkerService;
  readonly args: readonly unknown[];
}

/** The response to a request, or the reason why there is none. */
export type Response =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string };

/** The part of the worker's global object that this module uses. */
interface WorkerScope {
  onmessage: ((event: { readonly data: Request }) => void) | null;
  postMessage(response: Response): void;
}

const scope = globalThis as unknown as WorkerScope;
const [fetchSnapshot, fetchHistory] = [cached<Snapshot>('snapshot'), cached<History>('history')];
let given: Snapshot | undefined;
const noHistory: History = { format: snapshotFormat, commits: [], contents: [], isComplete: false };
const service = {
  ...createService({
    snapshot: async () => given ?? fetchSnapshot(),
    history: async () => (given ? noHistory : fetchHistory()),
  }),
  /** Uses these files, without a history, instead of fetching them. Must be the first request. */
  open: async (snapshot: Snapshot) => {
    given = snapshot;
  },
};

/** The requests that pages can send to the worker. */
export type WorkerService = typeof service;

scope.onmessage = async ({ data: { id, method, args } }) => {
  try {
    const call = service[method] as (...values: readonly unknown[]) => Promise<unknown>;
    scope.postMessage({ id, ok: true, result: await call(...args) });
  } catch (error) {
    scope.postMessage({ id, ok: false, message: error instanceof Error ? error.message : String(error) });
  }
};

/** Fetches a data file once. Retries a failed fetch at the next request. */
function cached<Value extends Snapshot | History>(name: string): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= fetchData<Value>(name).catch((error) => {
      value = undefined;
      throw error;
    });
    return value;
  };
}

async function fetchData<Value>(name: string): Promise<Value> {
  const response = await fetch(new URL(`../data/${name}.json`, import.meta.url));
  if (!response.ok) throw new Error(`data/${name}.json: ${response.status} ${response.statusText}`);
  return (await response.json()) as Value;
}
