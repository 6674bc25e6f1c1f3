import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { prepare } from '../apply-again.ts';
import { eventually } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { failures } from './failures.ts';
import { startProxy } from './proxy.ts';
import { installation, startSidecar } from './sidecar.ts';
import { started, stopping } from './stops.ts';
import { killedAt, type Point, supervised } from './supervisor.ts';
import { apply, namespace } from './tenants.ts';
import { sharedWorld } from './world.ts';

const finalizer = 'kleff.io/namespace-finalizer';
const more = ['--status=/apis/kleff.kleff.io/v1/tenants', '--status=/apis/kryton.azrtydxb.io/v1alpha1/krytons'];
const contentType = 'application/merge-patch+json';

suite('the status of tenant resources is correct', (all) => {
  const test = stopping(all);

  test('when the sidecar is killed before and after each of its writes', async () => {
    const { plane } = await prepared();
    const points: readonly Point[] = [1, 2, 3].flatMap((write) =>
      (['cut-before', 'cut-after'] as const).map((fate) => ({ write, fate })),
    );
    const names = points.map((_, index) => `killed-${index}`);
    const kills = killedAt(points, names, []);
    const proxy = await startProxy(plane, kills.fateOf);
    started.push(proxy.stop, supervised(() => startSidecar(plane, { through: proxy, more }), kills).stop);
    await runLifecycle(names);
    assert.is(kills.done(), points.length);
  });

  test('when every fifth request fails, in seven ways, and two replicas run', async () => {
    const { plane } = await prepared();
    const { fateOf, count } = failures();
    const proxy = await startProxy(plane, fateOf);
    started.push(proxy.stop);
    for (const sidecar of [1, 2].map(() => startSidecar(plane, { through: proxy, more })))
      started.push((await sidecar).stop);
    await runLifecycle(['replica-0', 'replica-1', 'replica-2']);
    assert.ok(count() > 7, `only ${count()} requests failed`);
  });

  test('when the clock of the sidecar is wrong', async () => {
    const { plane } = await prepared();
    for (const [name, clockAhead] of [
      ['early', 3_600_000],
      ['late', -3_600_000],
    ] as const) {
      const sidecar = await startSidecar(plane, { more, clockAhead });
      await runLifecycle([name]).finally(sidecar.stop);
    }
  });
});

let world: ReturnType<typeof sharedWorld> | undefined;

function prepared(): ReturnType<typeof sharedWorld> {
  world ??= (async () => {
    const shared = await sharedWorld();
    await prepare(shared.cluster, [tenant('any', 'any'), kryton('any', 'a')]);
    const isOfStatus = ({ kind }: KubeObject) => kind !== 'Deployment';
    await apply(shared.cluster, ...installation('sidecar-status').filter(isOfStatus));
    return shared;
  })();
  return world;
}

/**
 * Runs the lifecycle of tenants: each version of a Kryton is counted once, and a Tenant stays exactly until its
 * namespace is gone.
 */
async function runLifecycle(names: readonly string[]): Promise<void> {
  const { api, cluster } = await prepared();
  const each = (act: (name: string) => Promise<unknown>) => Promise.all(names.map(act));
  await each(async (name) => {
    await apply(cluster, namespace(namespaceOf(name), name), namespace(name, name));
    await apply(cluster, tenant(name, name), kryton(name, 'a'));
  });
  const revisionIs = (name: string, revision: number) =>
    statusIs(krytonPath(name), `revision ${revision}`, (status) => status['helmRevision'] === revision);
  await each((name) => revisionIs(name, 1));
  await each((name) => statusIs(tenantPath(name), 'ready', isReady));
  await each((name) => apply(cluster, kryton(name, 'b')));
  await each((name) => revisionIs(name, 2));
  const hold = (name: string) =>
    ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'hold', namespace: name, finalizers: ['example.com/hold'] },
    }) as KubeObject;
  await each((name) => apply(cluster, hold(name)));
  await each(async (name) => {
    for (const path of [tenantPath(name), `/api/v1/namespaces/${name}`])
      assert.is((await api.request('DELETE', path)).status, 200);
  });
  await each((name) => statusIs(tenantPath(name), 'blocked', isBlocked));
  await each((name) =>
    api.request('PATCH', `/api/v1/namespaces/${name}/configmaps/hold`, {
      body: { metadata: { finalizers: null } },
      contentType,
    }),
  );
  await each(async (name) => {
    await eventually(`${name} is gone`, async () => (await isGone(tenantPath(name))) || undefined, 90);
    assert.ok(await isGone(`/api/v1/namespaces/${name}`), `${name} was deleted before its namespace`);
  });
  await each((name) => revisionIs(name, 2));
}

async function isGone(path: string): Promise<boolean> {
  return (await (await prepared()).api.request('GET', path)).status === 404;
}

type Status = Readonly<Record<string, unknown>>;

async function statusIs(path: string, what: string, holds: (status: Status) => boolean): Promise<void> {
  const { api } = await prepared();
  await eventually(
    `${path} is ${what}`,
    async () => {
      const { status, body } = await api.request('GET', path);
      return (status === 200 && holds((body['status'] ?? {}) as Status)) || undefined;
    },
    90,
  );
}

function isReady(status: Status): boolean {
  return JSON.stringify(status['conditions'] ?? []).includes('"status":"True"');
}

/** Whether the status reports what blocks the deletion of the namespace, and does not report the namespace as kept. */
function isBlocked(status: Status): boolean {
  const text = JSON.stringify(status);
  return text.includes('configmaps') && !text.includes('NamespaceKept');
}

/** The namespace of the resources of a tenant, which is not the namespace that they create. */
function namespaceOf(name: string): string {
  return `${name}-home`;
}

function tenantPath(name: string): string {
  return `/apis/kleff.kleff.io/v1/namespaces/${namespaceOf(name)}/tenants/${name}`;
}

function krytonPath(name: string): string {
  return `/apis/kryton.azrtydxb.io/v1alpha1/namespaces/${namespaceOf(name)}/krytons/${name}`;
}

function metadataOf(name: string, instructions: object): KubeObject['metadata'] {
  const annotations = { 'leasehold.dev/status': JSON.stringify(instructions) };
  return { name, namespace: namespaceOf(name), labels: { 'leasehold.dev/tenant': name }, annotations };
}

function tenant(name: string, userId: string): KubeObject {
  const metadata = metadataOf(name, { conditions: ['NamespaceReady'], namespaces: [userId], finalizer });
  return {
    apiVersion: 'kleff.kleff.io/v1',
    kind: 'Tenant',
    metadata,
    spec: { plan: 'free', userId, username: userId },
  };
}

function kryton(name: string, version: string): KubeObject {
  const metadata = metadataOf(name, { counter: { field: 'helmRevision', version } });
  return { apiVersion: 'kryton.azrtydxb.io/v1alpha1', kind: 'Kryton', metadata, spec: { version: '4.5.0' } };
}
