import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { jsonPrinter } from '../../yaml/json-lines.ts';
import { readPlain } from '../../yaml/plain.ts';
import { printYaml } from '../../yaml/print-yaml.ts';
import { readObject } from '../../yaml/read-yaml.ts';
import { suite } from '../harness.ts';
import { runs } from '../runs.ts';

const marks = ['[', '{', ']', '}', '- ', '? ', ': ', '"', "'", '\\', '\\x5b', '#', '\n', ' '.repeat(500)];
const letters = ['a', 'é', '\u2028', '\ue000', '\ufffd', '\u{1f600}'];
/** Text that a parser without knowledge of quotes would consider deeply nested. */
const deepTexts = fc
  .array(fc.tuple(fc.constantFrom(...marks, ...letters), fc.constantFrom(1, 2, 300)))
  .map((parts) => parts.map(([part, times]) => part.repeat(times)).join(''));
const print = jsonPrinter();

suite('law: leasehold reads what it prints', (test) => {
  test('text that looks deeply nested, and the largest numbers, are read back', () => {
    const isReadBack = (text: string) => {
      const key = Array.from(text).slice(0, 50).join('');
      const body = { [`k${key}`]: text, list: [text, { a: [text] }], n: Number.MAX_SAFE_INTEGER };
      const printed = printYaml(body, 0);
      assert.equal(readObject(printed), body);
      assert.equal(readPlain(printed), [body], 'the full parser has limits that output can exceed');
      assert.equal(JSON.parse(print(printed)), body);
    };
    fc.assert(fc.property(deepTexts, isReadBack), { numRuns: runs(200) });
  });

  test('objects of the greatest depth, and with more values than a file can have, are read back', () => {
    const nested = Array.from({ length: 60 }).reduce<unknown>((inner) => ({ a: [inner] }), '\u{1f600}');
    for (const body of [{ nested }, { users: Array.from({ length: 100_000 }, (_, index) => `\u{1f600}${index}`) }])
      assert.ok(JSON.stringify(readObject(printYaml(body, 0))) === JSON.stringify(body));
  });
});
