import type { Api } from '../api.ts';
import { eventually } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { readExample } from './examples.ts';
import { namespace } from './installation.ts';
import type { Repository } from './repository.ts';

/** The part of an Application's status that the tests read. */
export interface ApplicationStatus {
  readonly sync?: { readonly status: string; readonly revision?: string };
  readonly reconciledAt?: string;
  readonly health?: { readonly status: string };
  readonly conditions?: readonly { readonly type: string; readonly message: string }[];
  readonly operationState?: {
    readonly phase: string;
    readonly message?: string;
    readonly syncResult?: {
      readonly revision: string;
      readonly resources?: readonly SyncedResource[];
    };
  };
  readonly resources?: readonly ReadResource[];
}

/** One object that Argo CD compares, from the source or only in the cluster. */
export interface ReadResource {
  readonly group?: string;
  readonly version?: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly status?: string;
}

/** One object of a sync, with the result of its apply. */
export interface SyncedResource {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly status?: string;
  readonly message?: string;
}

export interface ApplicationSource {
  readonly name: string;
  readonly repository: Repository;
  readonly path?: string;
  readonly plugin?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** The finalizers of the Application, which decide whether its deletion also deletes its objects. */
  readonly finalizers?: readonly string[];
}

/** One Application in the cluster. */
export interface Application {
  readonly name: string;
  status(): Promise<ApplicationStatus>;
  refresh(kind?: 'normal' | 'hard'): Promise<void>;
  annotate(annotations: Readonly<Record<string, string>>): Promise<void>;
  /** Like `argocd app sync`. */
  sync(revision: string): Promise<void>;
  /** Like `argocd app terminate-op`. */
  terminate(): Promise<void>;
  /** Waits until the status matches. On timeout, the error contains the start of the last status. */
  until(what: string, wanted: (status: ApplicationStatus) => boolean, seconds?: number): Promise<ApplicationStatus>;
  /** Refreshes, and waits until a commit is synced and everything in it is healthy. */
  settled(commit: string, seconds?: number): Promise<ApplicationStatus>;
  remove(): Promise<void>;
}

export function pathOf(name: string, plural = 'applications'): string {
  return `/apis/argoproj.io/v1alpha1/namespaces/${namespace}/${plural}/${name}`;
}

/** The example Application, with another name and source. */
export function applicationObject(source: ApplicationSource, server: string): KubeObject {
  const { name, repository, path = '.', plugin, parameters = {}, finalizers = [] } = source;
  const example = readExample('examples/application.yaml', { server, repository: repository.url });
  const spec = example['spec'] as { readonly source: { readonly plugin: { readonly name: string } } };
  const list = Object.entries(parameters).map(([key, string]) => ({ name: key, string }));
  const own = { name: plugin ?? spec.source.plugin.name, ...(list.length > 0 ? { parameters: list } : {}) };
  return {
    ...example,
    metadata: { ...example.metadata, name, finalizers },
    spec: { ...spec, source: { ...spec.source, path, plugin: own } },
  };
}

export function applicationIn(api: Api, name: string): Application {
  const patch = async (body: object) => {
    await api.request('PATCH', pathOf(name), { body, contentType: 'application/merge-patch+json' });
  };
  const annotate = (annotations: Readonly<Record<string, string>>) => patch({ metadata: { annotations } });
  const status = async () => ((await api.request('GET', pathOf(name))).body['status'] ?? {}) as ApplicationStatus;
  const until: Application['until'] = async (what, wanted, seconds = 60) => {
    let last: ApplicationStatus = {};
    const ask = async () => {
      last = await status();
      return wanted(last) ? last : undefined;
    };
    return eventually(`${name} ${what}`, ask, seconds).catch((error: Error) => {
      const shown = JSON.stringify({ ...last, resources: undefined, history: undefined });
      throw new Error(`${error.message}; its status starts with ${shown.slice(0, 1500)}`);
    });
  };
  const application: Application = {
    name,
    status,
    annotate,
    sync: (revision) => patch({ operation: { initiatedBy: { username: 'alice' }, sync: { revision } } }),
    terminate: () => patch({ status: { operationState: { phase: 'Terminating' } } }),
    refresh: (kind = 'normal') => annotate({ 'argocd.argoproj.io/refresh': kind }),
    until,
    settled: async (commit, seconds) => {
      await refreshTo(application, commit, seconds);
      return until(`is Synced and Healthy at ${commit}`, (one) => isSettled(one, commit), seconds);
    },
    remove: async () => void (await api.request('DELETE', pathOf(name))),
  };
  return application;
}

export function isSettled({ sync, health, operationState }: ApplicationStatus, commit: string): boolean {
  const isThere = sync?.status === 'Synced' && sync.revision === commit && health?.status === 'Healthy';
  return isThere && operationState?.phase !== 'Running';
}

/** Refreshes, and waits until Argo CD has compared the Application again, whether anything changed or not. */
export async function compareAgain(application: Application, kind?: 'normal' | 'hard'): Promise<void> {
  const { reconciledAt } = await application.status();
  // Times in the status have a resolution of one second.
  await new Promise((done) => setTimeout(done, 1100));
  await application.refresh(kind);
  await application.until('is compared again', (now) => now.reconciledAt !== reconciledAt);
}

/** Refreshes until Argo CD has seen a commit, because it drops a request that arrives during a refresh. */
export async function refreshTo(application: Application, commit: string, seconds = 60): Promise<void> {
  const isSeen = ({ sync }: ApplicationStatus) => sync?.revision === commit;
  const hasSeen = async () => {
    if (isSeen(await application.status())) return true;
    await application.refresh();
    return application.until(`has seen ${commit}`, isSeen, 10).catch(() => undefined);
  };
  await eventually(`${application.name} has seen ${commit}`, hasSeen, seconds);
}
