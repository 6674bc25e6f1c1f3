import * as assert from 'uvu/assert';
import { parse } from '../core/parse/parse.ts';
import { readFull } from '../yaml/full.ts';
import { readPlain } from '../yaml/plain.ts';
import { suite } from './harness.ts';
import { needsAtMost } from './quickest.ts';

/** The errors of a text, as `line:column message (fix)`. */
function wrong(...lines: readonly string[]): readonly string[] {
  const reading = readFull(`${lines.join('\n')}\n`);
  return reading.ok ? [] : reading.errors.map((one) => `${one.line}:${one.column} ${one.message} (${one.fix})`);
}

suite('the parser', (test) => {
  test('reports an undefined alias at its position', () => {
    assert.equal(wrong('a: &one 1', 'b: [*one, *two]'), [
      '2:11 alias *two has no anchor &two before it (replace the alias with the value itself)',
    ]);
    assert.equal(wrong('a: 1', '---', 'b: *a'), [
      '3:4 alias *a has no anchor &a before it (replace the alias with the value itself)',
    ]);
  });

  test('rejects recursive aliases', () => {
    assert.equal(wrong('a: &one', '  b:', '    - *one'), [
      '3:7 alias *one refers to a value that contains it (replace the alias with the value itself)',
    ]);
    assert.equal(wrong('a: &one {b: 1}', 'c: &one {d: *one}'), [
      '2:13 alias *one refers to a value that contains it (replace the alias with the value itself)',
    ]);
  });

  test('rejects excessive alias expansion immediately', () => {
    const bomb = [
      'a0: &a0 [x]',
      ...Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]`),
    ];
    assert.equal(wrong(...bomb), [
      '2:10 the aliases expand to more than 100 values (replace the alias with the value itself)',
    ]);
    const aliases = Array.from({ length: 20_000 }, () => '- *a');
    needsAtMost(5000, () => assert.is(wrong('a: &a 1', 'b:', ...aliases, '- *b').length, 1));
  });

  test('expands a few aliases', () => {
    const reading = readFull('a: &a {b: 1}\nc: [*a, *a]\n');
    assert.equal(reading.ok && reading.bodies, [{ a: { b: 1 }, c: [{ b: 1 }, { b: 1 }] }]);
  });

  test('accepts keys such as __proto__', () => {
    assert.is(readPlain('a:\n  __proto__: 1\n'), undefined);
    const reading = readFull('a:\n  __proto__: 1\n');
    assert.equal(reading.ok && Object.keys((reading.bodies[0] as { a: object }).a), ['__proto__']);
  });

  test('names a duplicate key, and a fix for every common mistake', () => {
    assert.equal(wrong('"a b": 1', '"a b": 2'), [
      '2:1 the mapping contains the key "a b" twice (keep only one of them)',
    ]);
    assert.equal(wrong('a:', '\tb: 1'), ['2:1 tabs are not allowed as indentation (indent with spaces)']);
    const slips = [['a: b: c'], ['a: "b'], ['a: @b'], ['a: [1'], ['a:', '  b: 1', ' c: 1'], ['a: 1', 'b', 'c: 1']];
    for (const slip of slips) assert.not.match(wrong(...slip).join(), /^$|undefined/, slip.join('\n'));
  });

  test('ends a line at a single carriage return, so that a comment does not hide the rest of the file', () => {
    const lines = ['# who', 'apiVersion: v1', 'kind: X', 'list:', '# x', '  - prod'];
    const parsed = (separator: string) => parse([{ path: 'x.yaml', text: lines.join(separator) }]);
    assert.equal(parsed('\r'), parsed('\n'));
    assert.equal(parsed('\r').documents[0]?.body, { apiVersion: 'v1', kind: 'X', list: ['prod'] });
  });

  test('names an ambiguous value by its field and does not quote it, because it can be a secret', () => {
    const text = 'apiVersion: v1\nstringData: {password: 0777123}\nenv:\n  - value: yes\n';
    const messages = parse([{ path: 'x.yaml', text }]).problems.map(({ message, fix }) => `${message} (${fix})`);
    assert.equal(
      messages.map((message) => message.split(' ')[0]),
      ['stringData.password', 'env.value'],
    );
    assert.not.match(messages.join(), '0777123');
  });

  test('rejects a file without a resource, because its tenant would disappear', () => {
    for (const text of ['', 'null', '---\n---\n', '# only a comment\n', 'kind: List\napiVersion: v1\nitems: []\n']) {
      const [problem, ...others] = parse([{ path: 'x.yaml', text }]).problems;
      assert.equal([problem?.code, others], ['not-a-resource', []], JSON.stringify(text));
    }
    const broken = parse([{ path: 'x.yaml', text: 'a: [' }]).problems;
    assert.equal(
      broken.map(({ code }) => code),
      ['invalid-yaml'],
    );
  });
});
