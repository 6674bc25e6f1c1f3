import type { Request } from './api.ts';
import type { Cluster } from './cluster.ts';
import { type KubeObject, nameOf } from './manifests.ts';

const dryRun = { query: { dryRun: 'All' } };

/** The requests for objects, and for their collections, that the server does not forbid. */
export async function reachable(
  { api, discovery }: Cluster,
  objects: readonly KubeObject[],
): Promise<readonly string[]> {
  const found: string[] = [];
  const collections = new Map<string, KubeObject>();
  const ask = async (object: KubeObject, method: string, [path, request]: readonly [string, Request]) => {
    const { status } = await api.request(method, path, request);
    if (status !== 403) found.push(`${method} ${path} for ${nameOf(object)}: ${status}`);
  };
  for (const object of objects) {
    const path = await discovery.pathOf(object);
    collections.set(path.slice(0, path.lastIndexOf('/')), object);
    const apply = {
      body: object,
      contentType: 'application/apply-patch+yaml',
      query: { fieldManager: 'x', force: 'true', dryRun: 'All' },
    };
    await ask(object, 'GET', [path, {}]);
    await ask(object, 'DELETE', [path, dryRun]);
    await ask(object, 'PATCH', [path, apply]);
    await ask(object, 'PUT', [path, { body: object, ...dryRun }]);
  }
  for (const [path, object] of collections) {
    await ask(object, 'GET', [path, {}]);
    await ask(object, 'GET', [path, { query: { watch: 'true', timeoutSeconds: '1' } }]);
    await ask(object, 'DELETE', [path, dryRun]);
    await ask(object, 'POST', [path, { body: object, ...dryRun }]);
  }
  return found;
}
