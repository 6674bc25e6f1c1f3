import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import Handlebars from 'handlebars';
import * as assert from 'uvu/assert';
import { parseAllDocuments } from 'yaml';
import { readPlain } from '../../core/parse/plain.ts';
import { printYaml } from '../../core/render/print-yaml.ts';
import { type Emit, shapeOf } from '../../core/render/shape.ts';
import { emitsOf, rightCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';

const hostile = [
  '\n',
  '---',
  '\n---\nkind: Secret',
  ': ',
  'a: b',
  ' #',
  '#',
  '{{',
  '}}',
  '{{y name}}',
  '{',
  '[',
  '&a',
  '*a',
  '!tag',
  '|',
  '>',
  '%',
  '@',
  '`',
  'y',
  'n',
  'Yes',
  'NO',
  'on',
  'Off',
  'true',
  'null',
  '~',
  '',
  ' ',
  '  lead',
  'trail ',
  'tab\there',
  '0777',
  '0o7',
  '0x1F',
  '1e3',
  '1_000',
  '1:30',
  '.inf',
  '-.INF',
  '.nan',
  '12.',
  '.5',
  '+1',
  '2026-04-01',
  '2001-12-14t21:59:43.10-05:00',
  '=',
  '<<',
  '-',
  '- a',
  '? a',
  '\0',
  '\u0007',
  '\u001b[2J',
  '\u0085',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\u007f',
  '\ud7ff',
  '\ue000',
  '😀',
  'é',
  '"',
  "'",
  '\\',
  '\\n',
  '\r',
  '\r\n',
  'a\nb',
  'a\n',
  'a\n\n',
  '\n\na',
  '  a\nb',
  'a\n  b\n',
  'a \nb',
  'a\tb\nc',
  '# a\nb',
  '...\na',
  'x'.repeat(10_240),
  `${'long '.repeat(40)}end`,
  '__proto__',
  'constructor',
  '$(id)',
  '`id`',
];
const strings = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string(),
  fc.string({ unit: 'binary' }).filter(isWellFormed),
  mixed(),
);
const trees = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    strings,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('map'),
  ),
  list: fc.array(tie('tree'), { maxLength: 4 }),
  map: fc.dictionary(
    strings.filter((key) => key.length < 200 && key !== '__proto__'),
    tie('tree'),
    { maxKeys: 4 },
  ),
}));

suite('law: shapes print YAML-safe', (test) => {
  test('a shape prints only through y, and decides only by if, unless and each', () => {
    const files = readdirSync('templates', { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.hbs'),
    );
    assert.ok(files.length > 10);
    for (const file of files) {
      const text = readFileSync(`templates/${file}`, 'utf8').replace(/^{{> [a-z-]+}}\n/gm, '');
      for (const statement of statements(Handlebars.parse(text).body)) assertSafe(statement, file);
    }
  });

  test('any tree reads back as it was, in YAML 1.2, in YAML 1.1 and plainly', () => {
    fc.assert(
      fc.property(trees['tree'] as fc.Arbitrary<unknown>, (value) => readsBack(value)),
      { numRuns: 2000 },
    );
    for (const text of hostile) readsBack({ [text.slice(0, 200) || 'k']: text, list: [text, { a: text }] });
  });

  test('an undefined value, or a tree without an indent, is our bug and is thrown', () => {
    assert.throws(() => printYaml(undefined));
    assert.throws(() => printYaml({ a: 1 }));
    assert.throws(() => printYaml(Number.NaN));
  });

  test('whatever the views hold, an object holds that and nothing else', () => {
    const emits = rightCorpus().flatMap(({ files }) => emitsOf(files));
    const shapes = new Map(emits.map((emit) => [emit.shape, emit]));
    assert.ok(shapes.size > 8);
    for (const emit of shapes.values()) {
      const marks: string[] = [];
      const marked = printWith(emit, () => `mark-${marks.push('')}`);
      fc.assert(
        fc.property(
          fc.array(
            strings.filter((text) => text !== ''),
            { minLength: marks.length, maxLength: marks.length },
          ),
          (values) => {
            let next = 0;
            const actual = printWith(emit, () => values[next++] as string);
            assert.equal(actual, substitute(marked, values), emit.shape);
          },
        ),
        { numRuns: 40 },
      );
    }
  });
});

function mixed(): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...hostile, 'word', ' '), { maxLength: 4 }).map((parts) => parts.join(''));
}

function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

function readsBack(value: unknown): void {
  const text = `top:${typeof value === 'object' && value !== null ? '' : ' '}${printYaml({ value }, 2)}\nend: 1\n`;
  const expected = { top: { value }, end: 1 };
  for (const version of ['1.1', '1.2'] as const) {
    const documents = parseAllDocuments(text, { version, merge: false }) as ReturnType<typeof parseAllDocuments> & {
      length: number;
    };
    assert.is(documents.length, 1, text);
    assert.equal(JSON.stringify(documents[0]?.toJS()), JSON.stringify(sorted(expected)), text);
  }
  const plain = readPlain(text);
  if (plain) assert.equal(JSON.stringify(plain), JSON.stringify([sorted(expected)]), text);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  if ('top' in value) return { top: sorted((value as { top: unknown }).top), end: 1 };
  return Object.fromEntries(keys.map((key) => [key, sorted((value as Record<string, unknown>)[key])]));
}

/** Prints a view with each of its non-empty texts replaced, and reads the result. */
function printWith({ shape, view }: Emit, next: () => string): unknown {
  const documents = parseAllDocuments(shapeOf(shape).print(replaceTexts(view, next) as object)) as {
    length: number;
    [index: number]: { toJS(): unknown };
  };
  assert.is(documents.length, 1, shape);
  return documents[0]?.toJS();
}

function replaceTexts(value: unknown, next: () => string): unknown {
  if (typeof value === 'string') return value === '' ? '' : next();
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, next));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaceTexts(inner, next)]));
}

function substitute(value: unknown, values: readonly string[]): unknown {
  if (typeof value === 'string') return /^mark-\d+$/.test(value) ? values[Number(value.slice(5)) - 1] : value;
  if (Array.isArray(value)) return value.map((item) => substitute(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, substitute(inner, values)]));
}

type Statement = hbs.AST.Statement;

function statements(body: readonly Statement[]): readonly Statement[] {
  return body.flatMap((statement) => {
    const block = statement as hbs.AST.BlockStatement;
    const inner = [...(block.program?.body ?? []), ...(block.inverse?.body ?? [])];
    return [statement, ...statements(inner)];
  });
}

function assertSafe(statement: Statement, file: string): void {
  if (statement.type === 'ContentStatement') return;
  const { path, escaped } = statement as hbs.AST.MustacheStatement;
  const name = (path as hbs.AST.PathExpression).original;
  if (statement.type === 'MustacheStatement') assert.ok(name === 'y' && escaped, `${file} prints ${name} raw`);
  else
    assert.ok(
      statement.type === 'BlockStatement' && ['if', 'unless', 'each'].includes(String(name)),
      `${file}: ${statement.type}`,
    );
}
