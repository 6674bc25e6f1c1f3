import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';

suite('the threats to the programs in docs/security.md', (test) => {
  const [, table = ''] =
    /<!-- programs:start -->([\s\S]*)<!-- programs:end -->/.exec(readFileSync('docs/security.md', 'utf8')) ?? [];
  const rows = [...table.matchAll(/^\| ([^|]+?) +\| [^|]+ \| `(.+?)`: (.+?) +\|$/gm)];

  test('are all in the form of a threat, a rule and a test', () => {
    const lines = table.split('\n').filter((line) => line.startsWith('| '));
    assert.is(rows.length, lines.length - 2);
    assert.ok(rows.length > 10);
  });

  for (const [, threat = '', file = '', title = ''] of rows)
    test(`${threat}: its test exists`, () =>
      assert.ok(readFileSync(file, 'utf8').includes(title), `${file}: ${title}`));
});
