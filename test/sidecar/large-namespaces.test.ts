import * as assert from 'uvu/assert';
import type { Client } from '../../cluster/client.ts';
import { newCache } from '../../sidecar/cache.ts';
import { toCachedClaim, toNamespace } from '../../sidecar/decide/project.ts';
import { feedsOf } from '../../sidecar/feeds.ts';
import { reconcilerOf } from '../../sidecar/reconcile.ts';
import { newTenantCache, tenantView } from '../../sidecar/tenants/cache.ts';
import { tenantFeeds } from '../../sidecar/tenants/feeds.ts';
import { withLiveWorkloads } from '../../sidecar/tenants/workloads.ts';
import { maxOfNamespace } from '../../sidecar/work/limited-store.ts';
import { suite } from '../harness.ts';

const namespace = 'acme-dev';
const labels = { 'leasehold.dev/tenant': 'acme' };
const claim = {
  metadata: { namespace, name: 'data-my-db-0', uid: 'claim-1', finalizers: ['kubernetes.io/pvc-protection'] },
};
const statefulSet = (name: string, retention: string) => ({
  metadata: { namespace, name, annotations: { 'leasehold.dev/volumes': retention } },
  spec: { volumeClaimTemplates: [{ metadata: { name: 'data' } }] },
});
const others = Array.from({ length: 500 }, (_, index) => statefulSet(`other-${index}`, 'retain'));

/** A client that has these objects, lists them by name, and records what it is asked. */
function clientOf(objects: readonly ReturnType<typeof statefulSet>[]) {
  const asked: string[] = [];
  const bodies: Readonly<Record<string, object>> = {
    [`/api/v1/namespaces/${namespace}/persistentvolumeclaims/data-my-db-0`]: claim,
    [`/api/v1/namespaces/${namespace}`]: { metadata: { name: namespace, labels } },
  };
  const client: Pick<Client, 'get' | 'list' | 'patch'> = {
    get: async (path) => ({ ok: true, status: 200, body: bodies[path] }),
    list: async (path, onItem) => {
      const { pathname, searchParams } = new URL(path, 'https://cluster');
      const name = searchParams.get('fieldSelector')?.replace('metadata.name=', '') ?? '';
      asked.push(`${pathname} ${name}`);
      for (const object of objects) if (object.metadata.name === name) onItem(object);
      return { ok: true, version: '1', next: '' };
    },
    patch: async (path) => {
      asked.push(`PATCH ${path}`);
      return { ok: true, status: 200, body: {} };
    },
  };
  return { client: client as Client, asked };
}

/** A sidecar after it has listed the StatefulSets. */
function sidecarWith(objects: readonly ReturnType<typeof statefulSet>[]) {
  const [cache, queued] = [newCache(), new Set<string>()];
  const { client, asked } = clientOf(objects);
  cache.namespaces.set(toNamespace({ metadata: { name: namespace, labels } }));
  cache.claims.set(toCachedClaim(claim));
  const feeds = feedsOf(cache, { claim: (key) => void queued.add(key), volume: () => {} }, () => {});
  const feed = feeds.find(({ path }) => path.endsWith('/statefulsets'));
  assert.ok(feed);
  const list = (all: readonly object[]) =>
    feed.replace(all.map((one) => feed.project(one)).filter(feed.keep?.() ?? Boolean));
  list(objects);
  const ignored = () => {};
  const observer = { wrote: ignored, bypassed: ignored, settled: ignored, read: ignored };
  return { cache, feed, list, queued, asked, reconcile: reconcilerOf(client, cache, observer).claim };
}

const path = `/apis/apps/v1/namespaces/${namespace}/statefulsets`;
const key = `${namespace}/data-my-db-0`;
const addsFinalizer = `PATCH /api/v1/namespaces/${namespace}/persistentvolumeclaims/data-my-db-0`;

suite('a namespace with more StatefulSets than the sidecar keeps', (test) => {
  test('occupies no memory, until a list has fewer of them', () => {
    const { cache, feed, list } = sidecarWith(others);
    assert.is(cache.templates.all().length, 0);
    feed.change(feed.project(statefulSet('db', 'retain')));
    feed.remove(feed.project(others[0]));
    assert.is(cache.templates.all().length, 0);
    list(others.slice(0, maxOfNamespace));
    assert.is(cache.templates.all().length, maxOfNamespace);
    feed.change(feed.project(others.at(-1)));
    assert.is(cache.templates.all().length, 0);
  });

  test('has claims with the same outcome, because their StatefulSets are read by name', async () => {
    for (const [retention, writes] of [
      ['retain', [addsFinalizer]],
      ['prune', []],
    ] as const) {
      const objects = [statefulSet('my-db', retention), statefulSet('db', 'prune')];
      const few = sidecarWith(objects);
      await few.reconcile(key);
      assert.equal(few.asked, writes);
      const many = sidecarWith([...others, ...objects]);
      assert.ok(many.queued.has(key));
      await many.reconcile(key);
      assert.equal(many.asked, [`${path} my-db`, `${path} db`, ...writes]);
    }
  });

  test('has workloads that the status of a tenant resource reads by name', async () => {
    const collection = '/apis/tetrapus.io/v1alpha1/orgs';
    const cache = newTenantCache([collection]);
    const queued: string[] = [];
    const feeds = tenantFeeds(
      cache,
      (one) => queued.push(one),
      () => {},
    );
    const list = (end: string, all: readonly object[]) => {
      const feed = feeds.find((one) => one.path.endsWith(end));
      feed?.replace(all.map((one) => feed.project(one)).filter(feed.keep?.() ?? Boolean));
    };
    const instructions = { workloads: [`StatefulSet/${namespace}/db`, `Deployment/${namespace}/web`] };
    const annotations = { 'leasehold.dev/status': JSON.stringify(instructions) };
    list('/orgs', [{ metadata: { namespace: 'tenants', name: 'acme', labels, annotations } }]);
    list('/namespaces', [{ metadata: { name: namespace, labels } }]);
    list('/statefulsets', others);
    assert.is(cache.statefulSets.all().length, 0);
    assert.is(queued.at(-1), `${collection} tenants/acme`);
    const view = tenantView(cache, `${collection} tenants/acme`);
    assert.ok(view);
    const live = await withLiveWorkloads(clientOf([statefulSet('db', 'retain')]).client, view);
    assert.equal(live.ok && [...live.view.workloads.keys()], [`StatefulSet/${namespace}/db`]);
  });
});
