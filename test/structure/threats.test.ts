import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';

for (const [name, least] of [
  ['programs', 10],
  ['services', 5],
] as const)
  suite(`the threats to the ${name} in docs/threats.md`, (test) => {
    const table = tableOf(name);
    const rows = [...table.matchAll(/^\| ([^|]+?) +\| [^|]+ \| `(.+?)`: (.+?) +\|$/gm)];

    test('are all in the form of a threat, a rule and a test', () => {
      const lines = table.split('\n').filter((line) => line.startsWith('| '));
      assert.is(rows.length, lines.length - 2);
      assert.ok(rows.length > least);
    });

    for (const [, threat = '', file = '', title = ''] of rows)
      test(`have an existing test: ${threat}`, () =>
        assert.ok(readFileSync(file, 'utf8').includes(title), `${file}: ${title}`));
  });

function tableOf(name: string): string {
  const text = readFileSync('docs/threats.md', 'utf8');
  return new RegExp(`<!-- ${name}:start -->([\\s\\S]*)<!-- ${name}:end -->`).exec(text)?.[1] ?? '';
}
