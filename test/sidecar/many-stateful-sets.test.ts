import * as assert from 'uvu/assert';
import { newCache } from '../../sidecar/cache.ts';
import { toCachedClaim, toClaimTemplates, toNamespace } from '../../sidecar/decide/project.ts';
import { feedsOf } from '../../sidecar/feeds.ts';
import { metricsOf } from '../../sidecar/metrics.ts';
import { claimView } from '../../sidecar/reconcile.ts';
import { newStatus } from '../../sidecar/status.ts';
import { suite } from '../harness.ts';
import { needsAtMost } from '../quickest.ts';

const namespace = 'acme-dev';
const size = 5000;

const statefulSet = (name: string, templates: readonly string[], volumes = 'retain') => ({
  metadata: { namespace, name, annotations: { 'leasehold.dev/volumes': volumes } },
  spec: { volumeClaimTemplates: templates.map((template) => ({ metadata: { name: template } })) },
});
const claim = (name: string) => ({ metadata: { namespace, name, uid: name } });

function newSidecar() {
  const cache = newCache();
  const queued = new Set<string>();
  const feeds = feedsOf(cache, { claim: (key) => void queued.add(key), volume: () => {} }, () => {});
  const statefulSets = feeds.find(({ path }) => path.endsWith('/statefulsets'));
  assert.ok(statefulSets);
  cache.namespaces.set(toNamespace({ metadata: { name: namespace, labels: { 'leasehold.dev/tenant': 'acme' } } }));
  return { cache, queued, change: (object: unknown) => statefulSets.change(statefulSets.project(object)) };
}

suite('many StatefulSets and claims of a tenant', (test) => {
  test('need at most two seconds for metrics and a hundred changes, which concern no other claims', () => {
    const { cache, queued, change } = newSidecar();
    const templates = Array.from({ length: 64 }, (_, index) => `t${index}`);
    for (let index = 0; index < size; index++) {
      cache.templates.set(toClaimTemplates(statefulSet(`s${index}`, templates)));
      cache.claims.set(toCachedClaim(claim(`c${index}`)));
    }
    needsAtMost(2000, () => {
      const text = metricsOf({ cache, status: newStatus([]), queued: 0, now: 0 });
      assert.match(text, `leasehold_claims{state="unmanaged"} 0`);
      for (let index = 0; index < 100; index++) change(statefulSet(`s${index}`, templates));
    });
    assert.is(queued.size, 0);
  });

  test('are matched by name, even if names contain hyphens and numbers', () => {
    const { cache, queued, change } = newSidecar();
    for (const name of ['data-db-0', 'my-data-my-db-1-12', 'db-0', 'data-db-x', 'data-other-0'])
      cache.claims.set(toCachedClaim(claim(name)));
    const ownersOf = (name: string) => claimView(cache, `${namespace}/${name}`)?.templates.map((one) => one.name);
    change(statefulSet('db', ['data']));
    assert.equal([...queued], [`${namespace}/data-db-0`]);
    change(statefulSet('my-db-1', ['my-data']));
    assert.ok(queued.has(`${namespace}/my-data-my-db-1-12`));
    assert.equal(ownersOf('data-db-0'), ['db']);
    assert.equal(ownersOf('my-data-my-db-1-12'), ['my-db-1']);
    assert.equal([ownersOf('db-0'), ownersOf('data-other-0')], [[], []]);
  });
});
