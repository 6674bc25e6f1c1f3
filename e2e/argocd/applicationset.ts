import type { Api } from '../api.ts';
import { eventually } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { type ApplicationStatus, isSettled, pathOf } from './application.ts';
import type { ArgoCd } from './argocd.ts';
import { readExample } from './examples.ts';
import type { Repository } from './repository.ts';

type Listed = KubeObject & { readonly status?: ApplicationStatus };

/** Waits until the given number of Applications with a prefix exists and all of them are settled. */
export async function settled(argo: ArgoCd, prefix: string, commit: string, count: number): Promise<void> {
  let last: readonly Listed[] = [];
  const ask = async () => {
    const { body } = await argo.cluster.api.request('GET', pathOf(''));
    last = (body['items'] as readonly Listed[]).filter(({ metadata }) => metadata.name.startsWith(prefix));
    return (last.length === count && last.every(({ status = {} }) => isSettled(status, commit))) || undefined;
  };
  await eventually(`${count} Applications are Synced and Healthy`, ask, 240).catch((error: Error) => {
    const open = last.find(({ status = {} }) => !isSettled(status, commit));
    throw new Error(
      `${error.message}; there are ${last.length}; ${JSON.stringify(open?.status?.conditions ?? open?.status)}`,
    );
  });
}

/** Applies an ApplicationSet of plugin/install/examples/ with another name and source. */
export async function applySet(argo: ArgoCd, file: string, repository: Repository, name: string): Promise<void> {
  const set = readExample(`examples/${file}`, { server: argo.server, repository: repository.url });
  await argo.apply({ ...set, metadata: { ...set.metadata, name } });
}

/** Refreshes an ApplicationSet now. By default, Argo CD does so every three minutes. */
export async function refreshSet(api: Api, name: string): Promise<void> {
  const body = { metadata: { annotations: { 'argocd.argoproj.io/application-set-refresh': 'true' } } };
  await api.request('PATCH', pathOf(name, 'applicationsets'), { body, contentType: 'application/merge-patch+json' });
}
