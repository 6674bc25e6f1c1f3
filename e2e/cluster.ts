import type { Answer, Api } from './api.ts';
import { type Discovery, discover } from './discovery.ts';
import { type KubeObject, nameOf } from './manifests.ts';

export interface ApplyOptions {
  readonly fieldManager?: string;
  /** Takes over fields that another manager owns. By default, such fields are a conflict. */
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

/** The result for one object. */
export interface Applied {
  readonly object: KubeObject;
  readonly ok: boolean;
  readonly status: number;
  readonly resourceVersion: string;
  /** The object as the server stores it; undefined if it was rejected. */
  readonly stored: KubeObject | undefined;
  /** The reason for a rejection; empty if it was accepted. */
  readonly message: string;
  readonly warnings: readonly string[];
}

/** Objects in one cluster, as one user. */
export interface Cluster {
  readonly api: Api;
  readonly discovery: Discovery;
  /**
   * Applies all objects with server-side apply: namespaces first, then the others concurrently. Rejects unknown fields.
   */
  apply(objects: readonly KubeObject[], options?: ApplyOptions): Promise<readonly Applied[]>;
  get(object: KubeObject): Promise<Answer>;
  /**
   * Deletes everything except namespaces. A namespace takes a while to be deleted, and rejects new objects until then.
   */
  remove(objects: readonly KubeObject[]): Promise<void>;
}

export function clusterOf(api: Api): Cluster {
  const discovery = discover(api);
  return {
    api,
    discovery,
    apply: async (objects, options = {}) => {
      const act = (object: KubeObject) => applyOne(api, discovery, object, options);
      const namespaces = await inParallel(objects.filter(isNamespace), act);
      const rest = await inParallel(objects.filter(isWithin), act);
      const results = new Map([...namespaces, ...rest].map((applied) => [applied.object, applied]));
      return objects.map((object) => results.get(object) ?? missing(object));
    },
    get: async (object) => api.request('GET', await discovery.pathOf(object)),
    remove: async (objects) => {
      const query = { propagationPolicy: 'Background' };
      const remove = async (object: KubeObject) => api.request('DELETE', await discovery.pathOf(object), { query });
      await inParallel(objects.filter(isWithin), remove);
    },
  };
}

export function isNamespace({ apiVersion, kind }: KubeObject): boolean {
  return apiVersion === 'v1' && kind === 'Namespace';
}

function isWithin(object: KubeObject): boolean {
  return !isNamespace(object);
}

/** Lines that name each object with a rejection or a warning, and the reason; none if all were accepted. */
export function complaints(applied: readonly Applied[]): readonly string[] {
  return applied.flatMap(({ object, message, warnings }) => {
    const reasons = [...(message === '' ? [] : [message]), ...warnings.map((warning) => `warning: ${warning}`)];
    return reasons.map((reason) => `${nameOf(object)}: ${reason}`);
  });
}

async function applyOne(api: Api, { pathOf }: Discovery, object: KubeObject, options: ApplyOptions): Promise<Applied> {
  const { fieldManager = 'e2e', force = false, dryRun = false } = options;
  const query = { fieldManager, force: String(force), fieldValidation: 'Strict', ...(dryRun ? { dryRun: 'All' } : {}) };
  const request = { body: object, contentType: 'application/apply-patch+yaml', query };
  const { status, body, warnings } = await api.request('PATCH', await pathOf(object), request);
  const ok = status === 200 || status === 201;
  const stored = ok ? (body as KubeObject) : undefined;
  const resourceVersion = String(stored?.metadata['resourceVersion'] ?? '');
  return {
    object,
    ok,
    status,
    resourceVersion,
    stored,
    message: ok ? '' : String(body['message'] ?? status),
    warnings,
  };
}

function missing(object: KubeObject): never {
  throw new Error(`${nameOf(object)} was not applied`);
}

async function inParallel<A, B>(items: readonly A[], act: (item: A) => Promise<B>): Promise<readonly B[]> {
  const results: B[] = [];
  const queue = [...items.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await act(next[1]);
  };
  await Promise.all(Array.from({ length: 24 }, worker));
  return results;
}
