import { dirname } from 'node:path';
import { type Fixture, type FixtureObject, users } from '../../test/admission/fixtures.ts';
import type { Answer } from '../api.ts';
import type { Cluster } from '../cluster.ts';

const dryRun = { dryRun: 'All', fieldValidation: 'Ignore' };

/**
 * The response of the API server to the request of a fixture, in a dry run unless the operation is CONNECT or the fixture requires
 * a stored object.
 */
export async function answerTo(cluster: Cluster, fixture: Fixture): Promise<Answer> {
  const { username, groups } = users[fixture.as];
  return requestAs(cluster, fixture, cluster.api.as(username, ...groups));
}

/** The same request by an administrator, who is exempt from most rules. */
export async function answerToAdministrator(cluster: Cluster, fixture: Fixture): Promise<Answer> {
  return requestAs(cluster, fixture, cluster.api);
}

async function requestAs({ api: admin, discovery }: Cluster, fixture: Fixture, api: Cluster['api']): Promise<Answer> {
  const { operation, old, object, subresource, manager } = fixture;
  const path = await discovery.pathOf((old ?? object) as FixtureObject);
  const target = subresource === undefined ? path : `${path}/${subresource}`;
  if (fixture.stored && object) return store({ api, discovery }, object);
  if (operation === 'CREATE') return api.request('POST', dirname(path), { body: object, query: dryRun });
  if (operation === 'DELETE') return api.request('DELETE', path, { query: { dryRun: 'All' } });
  if (operation === 'CONNECT') return api.request('POST', target, { query: { command: 'sh', stdout: 'true' } });
  const { body } = await admin.request('GET', path);
  const { resourceVersion } = body['metadata'] as { readonly resourceVersion: string };
  const changed = { ...object, metadata: { ...object?.metadata, resourceVersion } };
  const query = manager === undefined ? dryRun : { ...dryRun, fieldManager: manager };
  return api.request('PUT', target, { body: changed, query });
}

async function store(cluster: Pick<Cluster, 'api' | 'discovery'>, object: FixtureObject): Promise<Answer> {
  const path = await cluster.discovery.pathOf(object);
  const answer = await cluster.api.request('POST', dirname(path), { body: object });
  await forget(cluster, object);
  return answer;
}

/** Creates the object that a fixture changes, and returns it with the defaults of the API server. */
export async function prepare({ api, discovery }: Cluster, { old }: Fixture): Promise<FixtureObject | undefined> {
  if (!old) return undefined;
  const path = await discovery.pathOf(old);
  await forget({ api, discovery }, old);
  const { status, body } = await api.request('POST', dirname(path), { body: old });
  if (status !== 201) throw new Error(`${path}: ${String(body['message'])}`);
  return body as unknown as FixtureObject;
}

/** Deletes the object immediately: no controller would finish the deletion, or remove finalizers. */
export async function forget(
  { api, discovery }: Pick<Cluster, 'api' | 'discovery'>,
  object: FixtureObject,
): Promise<void> {
  const path = await discovery.pathOf(object);
  const { status, body } = await api.request('DELETE', path, { query: { gracePeriodSeconds: '0' } });
  if (object.metadata['finalizers'] !== undefined)
    await api.request('PATCH', path, {
      body: { metadata: { finalizers: null } },
      contentType: 'application/merge-patch+json',
    });
  if (object.kind !== 'Namespace' || status === 404) return;
  await api.request('PUT', `${path}/finalize`, { body: { ...body, spec: { finalizers: [] } } });
}
