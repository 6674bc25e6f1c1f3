import * as assert from 'uvu/assert';
import type { Tree } from '../../data/tree.ts';
import { openLargeObjects, openMemory } from '../../gateway/live/large-objects.ts';
import { isPartial } from '../../gateway/live/resources.ts';
import { suite } from '../harness.ts';

/** A NetworkPolicy with a number of empty rules, each of which needs about 67 bytes. */
function policy(name: string, rules: number, namespace = 'acme-dev'): Tree {
  const spec = { ingress: Array.from({ length: rules }, () => ({})) };
  return { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name, namespace }, spec };
}

/** The number of objects that are read in full. */
function whole(objects: readonly Tree[]): number {
  return objects.filter((object) => !isPartial(object)).length;
}

suite('objects of the cluster that the gateway keeps', (test) => {
  test('are partial if they have many values, however short their text is', () => {
    const { limit } = openLargeObjects(openMemory());
    assert.ok(isPartial(limit(policy('short', 2_000))));
    assert.not(isPartial(limit(policy('usual', 100))));
  });

  test('are partial above a sum of large objects for each namespace', () => {
    const { limit } = openLargeObjects(openMemory());
    const large = Array.from({ length: 100 }, (_, index) => limit(policy(`large-${index}`, 500)));
    assert.ok(whole(large) > 10 && whole(large) < 20, `${whole(large)}`);
    assert.not(isPartial(limit(policy('usual', 100))));
    assert.not(isPartial(limit(policy('large', 500, 'globex-dev'))));
  });

  test('are partial above a sum for all namespaces, beyond what each has for itself', () => {
    const { limit } = openLargeObjects(openMemory({ own: 100_000, shared: 150_000, most: 200_000 }));
    const namespaces = Array.from({ length: 4 }, (_, index) => `evil-${index}`);
    const counts = namespaces.map((space) =>
      whole(Array.from({ length: 100 }, (_, index) => limit(policy(`small-${index}`, 100, space)))),
    );
    const [first = 0, second = 0, third = 0] = counts;
    assert.ok(first < 35 && second < first && third < second && third > 5, `${counts}`);
    assert.is(whole(Array.from({ length: 100 }, (_, index) => limit(policy(`own-${index}`, 100)))), third);
  });

  test('do not count when they are changed, removed or no longer listed', () => {
    const { limit, forget, keepOnly } = openLargeObjects(openMemory());
    for (let times = 0; times < 100; times++) assert.not(isPartial(limit(policy('same', 500))));
    for (let times = 0; times < 100; times++) forget(limit(policy(`removed-${times}`, 500)));
    for (let times = 0; times < 100; times++) {
      assert.not(isPartial(limit(policy(`listed-${times}`, 500))));
      keepOnly(new Set(['acme-dev/same']));
    }
  });
});
