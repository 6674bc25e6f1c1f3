import * as assert from 'uvu/assert';
import { suite } from '../../harness.ts';
import { finds } from './finds.ts';
import { complete, rendered } from './mistake.ts';

const found = (filter: object) =>
  finds(...complete(rendered({ source: { directory: { recurse: true, ...filter } } }))).length;

suite('the doctor for Argo CD, for the files of a rendered directory,', (test) => {
  test('accepts filters that leave out no manifest', () => {
    for (const include of ['*', '**', '*.yaml', '{*.yaml,*.yml}', '{*.json,*.yaml}']) assert.is(found({ include }), 0);
    for (const exclude of ['inventory.json', '*.json', '{**/*.md,hydrator.metadata}', ''])
      assert.is(found({ exclude }), 0);
  });

  test('reports filters that can leave out manifests', () => {
    for (const include of ['acme/*', '*.json', '{namespace*.yaml,quota*.yaml}', '*policy.yaml'])
      assert.is(found({ include }), 1, include);
    for (const exclude of ['*', '*networkpolicy*', '{*.json,*.yaml}', '*.{json,yaml}', 'acme', '*.yml'])
      assert.is(found({ exclude }), 1, exclude);
    assert.is(found({ include: '*.json', exclude: '*.yaml' }), 2);
  });
});
