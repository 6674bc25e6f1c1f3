import * as assert from 'uvu/assert';
import { parse } from '../core/parse/parse.ts';
import { readFull } from '../yaml/full.ts';
import { readPlain } from '../yaml/plain.ts';
import { readYaml } from '../yaml/read-yaml.ts';
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
      '2:11 alias *two has no anchor &two before it (quote *two if it is text; otherwise replace the alias with the value itself)',
    ]);
    assert.equal(wrong('a: 1', '---', 'b: *a'), [
      '3:4 alias *a has no anchor &a before it (quote *a if it is text; otherwise replace the alias with the value itself)',
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

  test('rejects excessive alias expansion within five seconds', () => {
    const bomb = [
      'a0: &a0 [x]',
      ...Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]`),
    ];
    assert.equal(wrong(...bomb), [
      '2:10 with aliases, a value occurs more than 100 times (replace aliases with the values themselves)',
    ]);
    const aliases = Array.from({ length: 20_000 }, () => '- *a');
    needsAtMost(5000, () => assert.is(wrong('a: &a 1', 'b:', ...aliases, '- *b').length, 1));
  });

  test('expands a few aliases', () => {
    const reading = readFull('a: &a {b: 1}\nc: [*a, *a]\n');
    assert.equal(reading.ok && reading.bodies, [{ a: { b: 1 }, c: [{ b: 1 }, { b: 1 }] }]);
  });

  test('counts the text that aliases repeat as tokens, also of aliases inside each other', () => {
    const tokensOf = (...lines: string[]) => readFull(`${lines.join('\n')}\n`).tokens;
    const text = `a: &a ${'x'.repeat(5000)}`;
    const [once, twice] = [tokensOf(text, 'b: *a'), tokensOf(text, 'b: *a', 'c: *a')];
    assert.ok(twice - once >= 1000 && twice - once < 1010);
    const nested = tokensOf(text, 'b: &b [*a, *a]', 'c: [*b, *b]');
    assert.ok(nested >= 6000 && nested < 6050);
  });

  test('expands no merge keys, also in a document of YAML 1.1', () => {
    for (const version of ['1.1', '1.2']) {
      const reading = readFull(`%YAML ${version}\n---\na: &a {b: 1}\nc: {<<: *a}\n<<: 1\n`);
      assert.equal(reading.ok && reading.bodies, [{ a: { b: 1 }, c: { '<<': { b: 1 } }, '<<': 1 }], version);
    }
  });

  test('rejects tags of YAML whose value is not plain data', () => {
    for (const [tag, value] of Object.entries({
      omap: '[b: 1]',
      set: '{b, c}',
      binary: 'aGk=',
      timestamp: '2001-01-01',
    }))
      assert.equal(wrong(`a: !!${tag} ${value}`), [`1:4 unresolved tag: tag:yaml.org,2002:${tag} (remove the tag)`]);
    assert.equal(wrong('a: !!str 1', 'b: !custom 1', 'c: !!int "1"', 'd: !!map {}'), []);
  });

  test('accepts keys such as __proto__', () => {
    const full = readFull('a:\n  __proto__: 1\n');
    const bodies = [full.ok && full.bodies[0], ...(readPlain('a:\n  __proto__: 1\n---\na: {__proto__: 1}\n') ?? [])];
    for (const body of bodies) assert.equal(Object.entries((body as { a: object }).a), [['__proto__', 1]]);
    assert.is(bodies.length, 3);
  });

  test('names a duplicate key, and reports common mistakes with a fix', () => {
    assert.equal(wrong('"a b": 1', '"a b": 2'), [
      '2:1 the mapping contains the key "a b" twice (keep only one of them)',
    ]);
    assert.equal(wrong('a:', '\tb: 1'), ['2:1 tabs are not allowed as indentation (indent with spaces)']);
    assert.match(wrong('a: {b: 1', 'c: 2').join(), 'a mapping that starts with { is not closed');
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

  test('advises quotes around an ambiguous key instead of its value', () => {
    const text = 'apiVersion: v1\ndata:\n  y: "1"\n  "n": no\n';
    const messages = parse([{ path: 'x.yaml', text }]).problems.map(({ message, fix }) => `${message} (${fix})`);
    const reason = 'is ambiguous without quotes: some YAML 1.1 readers, such as kubectl or PyYAML, read it differently';
    assert.equal(messages, [
      `the key data.y ${reason} (put the key in quotes)`,
      `data.n ${reason} (put the value in quotes)`,
    ]);
  });

  test('applies the limit of depth to block and flow style together', () => {
    const nested = (columns: number, value: string) => {
      const lines = (margin: string, last: boolean) => `${margin}k:\n${margin}-${last ? ` k: ${value}` : ''}\n`;
      return Array.from({ length: columns }, (_, at) => lines(' '.repeat(at), at === columns - 1)).join('');
    };
    const messages = (text: string) => parse([{ path: 'x.yaml', text }]).problems.map(({ message }) => message);
    for (const text of [nested(47, '[[{a: []}]]'), nested(48, '{a: []}')]) assert.equal(messages(text), [], text);
    for (const text of [nested(47, '[[{a: [[]]}]]'), nested(48, '[[{a: []}]]'), nested(48, '[[{}]]')])
      assert.equal(messages(text), ['the document is nested too deeply'], text);
    const lists = (depth: number) => messages(`k: \n  ${'- '.repeat(depth)}a\n`);
    assert.equal(
      [98, 99, 198, 300].map((depth) => lists(depth).length),
      [0, 1, 1, 1],
    );
  });

  test('counts no brackets, dashes and spaces inside scalars and comments as depth', () => {
    const open = '[{'.repeat(400);
    const texts = [`"\\x41${open}"`, `'${open}'`, `|+\n  ${open}\n\n  ${'- '.repeat(400)}\n${' '.repeat(2000)}a`];
    const values = [...texts, `x${open.replaceAll('[{', '[')}`, `["\\x41${open}", {"a": "${open}"}]`, `1 # ${open}`];
    for (const value of values) assert.ok(readFull(`k: ${value}\n`).ok, value.slice(0, 40));
    for (const deep of ['['.repeat(300), '{a: '.repeat(300), '- '.repeat(300), '? '.repeat(300), ': '.repeat(300)])
      assert.match(JSON.stringify(readFull(deep)), 'the document is nested too deeply', deep);
  });

  test('overflows no stack with mappings and lists in every column', () => {
    for (const columns of [399, 999, 1800]) {
      const lines = Array.from({ length: columns }, (_, at) => `${' '.repeat(at)}a:\n${' '.repeat(at)}-\n`);
      const text = lines.join('');
      const [problem] = parse([{ path: 'x.yaml', text }]).problems;
      assert.is(problem?.message, 'the document is nested too deeply');
      assert.type(readYaml(text).ok, 'boolean');
    }
  });

  test('rejects keys that no YAML parser can read after printing, however they are written', () => {
    const [long, invisible] = ['k'.repeat(1025), '\u200b'.repeat(200)];
    for (const text of [`? ${long}\n: 1\n`, `{"${long}": 1}`, `"${invisible}": 1\n`, `a: {"${invisible}": 1}\n`]) {
      assert.is(readPlain(text), undefined);
      assert.match(JSON.stringify(readFull(text)), /too long for YAML parsers/, text.slice(0, 20));
    }
  });

  test('rejects halves of surrogate pairs, escaped or not', () => {
    for (const [value, column] of [
      ['"\\U0000D83d"', 2],
      ['a\ud83d', 2],
      ['"\ude00"', 2],
    ] as const) {
      const [problem] = parse([{ path: 'x.yaml', text: `a: 1\nb:\n  - ${value}\n` }]).problems;
      assert.match(problem?.message ?? '', 'half of a surrogate pair');
      assert.equal(problem?.place, { line: 3, column: 4 + column });
    }
  });

  test('rejects keys that are too long, and escaped surrogates only in double quotes', () => {
    const errors = (text: string) => parse([{ path: 'x.yaml', text }]).problems.map(({ place }) => place);
    const place = (line: number, column: number) => [{ line, column }];
    assert.equal(errors(`a: 1\n${'k'.repeat(1025)}: 1\n`), place(2, 1));
    assert.equal(errors('a:\n  "x\\ud83d": 1\n'), place(2, 5));
    assert.equal(errors('a: [\'b\', "\\\\ \\ud83d"]\n'), place(1, 14));
    assert.equal(errors('# \\ud83d\na: [\'\\ud83d\', \\ud83d, "\\\\ud83d"]\n'), []);
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
