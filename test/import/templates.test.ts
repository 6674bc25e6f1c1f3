import * as assert from 'uvu/assert';
import { expanded } from '../../import/capsule/metadata.ts';
import { suite } from '../harness.ts';
import { needsAtMost } from '../quickest.ts';

suite('templates of Capsule', (test) => {
  test('expand to the names of the tenant and the namespace, and keep other text', () => {
    const text = '{{tenant.name}}/{{ Namespace }} {{ constructor }} {{ }} {{a}';
    assert.is(expanded(text, 'oil-dev', 'oil'), 'oil/oil-dev {{ constructor }} {{ }} {{a}');
  });

  test('that never end are returned unchanged within two seconds, even if they are long', () => {
    needsAtMost(2000, () => {
      for (const text of [`{{${' '.repeat(1_000_000)}`, '{{ '.repeat(300_000)])
        assert.is(expanded(text, 'oil-dev', 'oil'), text);
    });
  });
});
