import * as assert from 'uvu/assert';
import type { Tree } from '../../data/tree.ts';
import { type Kept, openMemory } from '../../gateway/live/memory.ts';
import { isPartial } from '../../gateway/live/resources.ts';
import { suite } from '../harness.ts';

/** A NetworkPolicy with a number of empty rules, each of which needs 64 bytes. */
function policy(name: string, rules: number, namespace = 'acme-dev'): Tree {
  const spec = { ingress: Array.from({ length: rules }, () => ({})) };
  return { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name, namespace }, spec };
}

function policies(count: number, namespace: string): readonly Tree[] {
  return Array.from({ length: count }, (_, index) => policy(`p${index}`, 100, namespace));
}

/** The number of objects that are kept in full. */
function whole(all: readonly Kept[]): number {
  return all.filter(({ object }) => !isPartial(object)).length;
}

/** The tenants of this test have namespaces with their name and a suffix. */
const tenantOf = (namespace: string) => (namespace === 'kube-system' ? undefined : namespace.split('-')[0]);
const limits = { total: 1_000_000, most: 500_000 };

suite('objects of the cluster that the gateway keeps', (test) => {
  test('are partial if they have many values, however short their text is', () => {
    const { keep } = openMemory();
    assert.is(whole([keep(policy('short', 2_500)), keep(policy('usual', 100))]), 1);
  });

  test('are partial above a sum for all namespaces of a tenant', () => {
    const { keep } = openMemory({ limits, tenantOf });
    const all = Array.from({ length: 5 }, (_, index) => policies(100, `evil-${index}`))
      .flat()
      .map(keep);
    assert.ok(whole(all) > 60 && whole(all) < 80, `${whole(all)}`);
    assert.is(whole(policies(20, 'acme-dev').map(keep)), 20);
  });

  test('are partial for the tenants that need the most memory, whoever comes first', () => {
    const { keep } = openMemory({ limits, tenantOf });
    const first = ['evil-a', 'worse-a', 'kube-system'].map((space) => policies(80, space).map(keep));
    const ordinary = ['acme-dev', 'globex-dev'].map((space) => policies(20, space).map(keep));
    assert.equal(ordinary.map(whole), [20, 20]);
    const counts = first.map(whole);
    assert.ok(Math.max(...counts) - Math.min(...counts) <= 2 && Math.min(...counts) > 25, `${counts}`);
  });

  test('do not count when they are released', () => {
    const { keep, release } = openMemory({ limits, tenantOf });
    for (let times = 0; times < 1000; times++) {
      const kept = keep(policy('same', 500));
      assert.is(whole([kept]), 1);
      release(kept);
    }
  });

  test('need little memory for each key only if other objects have it, too', () => {
    const labeled = (key: (index: number) => string): Tree => ({
      metadata: { namespace: 'acme-dev', labels: Object.fromEntries(policies(500, '').map((_, i) => [key(i), ''])) },
    });
    const count = (key: (object: number, index: number) => string) => {
      const { keep } = openMemory({ limits, tenantOf });
      return whole(Array.from({ length: 50 }, (_, object) => keep(labeled((index) => key(object, index)))));
    };
    const [different, same] = [count((object, index) => `${object}-${index}`), count((_, index) => `${index}`)];
    assert.ok(different < 10 && same > 35, `${different} ${same}`);
  });
});
