import * as assert from 'uvu/assert';
import { table } from '../../scripts/docs/table.ts';
import { suite } from '../harness.ts';

suite('a Markdown table', (test) => {
  test('escapes < only outside of code spans, because Markdown decodes no entities in them', () => {
    const text = table(['field'], [['`label <key>` or <key>|`a`']]);
    assert.match(text, '\n| `label <key>` or &lt;key>\\|`a` |');
  });
});
