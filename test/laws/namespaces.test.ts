import * as assert from 'uvu/assert';
import { parseDocument } from 'yaml';
import { isTenant } from '../../core/kind/tenant.ts';
import { load } from '../../leasehold.ts';
import { validCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';

suite('law: selectors match exactly the rendered namespaces', (test) => {
  test('each rendered Namespace of a tenant is known before the render, with its tenant and every label', () => {
    const valid = validCorpus();
    assert.ok(valid.some(({ rendering }) => rendering.objects.some(({ id }) => id.kind === 'Namespace')));
    for (const { name, files, rendering } of valid) {
      const { world } = load(files);
      const rendered = rendering.objects.filter(({ id, tenant }) => id.kind === 'Namespace' && isTenant(tenant));
      const actual = rendered.map(({ id, tenant, text }) => ({ name: id.name, tenant, labels: labelsOf(text) }));
      assert.equal(sorted(world.namespaces()), sorted(actual), name);
    }
  });
});

interface Labeled {
  readonly name: string;
  readonly tenant: string;
  readonly labels: Readonly<Record<string, string>>;
}

function labelsOf(text: string): Labeled['labels'] {
  return (parseDocument(text).toJS() as { metadata: { labels: Labeled['labels'] } }).metadata.labels;
}

function sorted(all: readonly Labeled[]): readonly string[] {
  return all
    .map(({ name, tenant, labels }) => `${tenant} ${name} ${JSON.stringify(Object.entries(labels).sort())}`)
    .sort();
}
