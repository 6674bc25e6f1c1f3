import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import Handlebars from 'handlebars';
import * as assert from 'uvu/assert';
import { type Document, parseAllDocuments } from 'yaml';
import { type ShapeEmit, shapeOf } from '../../core/print/shape.ts';
import { once } from '../../data/once.ts';
import { render } from '../../leasehold.ts';
import { jsonPrinter } from '../../yaml/json-lines.ts';
import { readPlain } from '../../yaml/plain.ts';
import { printYaml } from '../../yaml/print-yaml.ts';
import { shapeEmitsOf, validCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import { hostile, strings, trees } from '../hostile.ts';
import { runs, tried } from '../runs.ts';

const allEmits = once(() => validCorpus().flatMap(({ files }) => shapeEmitsOf(files)));

/** One printer for all texts, as in every program: its cache must not affect later texts. */
const print = jsonPrinter();

suite('law: shapes print YAML-safe', (test) => {
  test('a shape prints only through y, and has no logic except if and unless', () => {
    const files = readdirSync('templates', { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.hbs'),
    );
    assert.ok(files.length > 10);
    for (const file of files) {
      const text = readFileSync(`templates/${file}`, 'utf8').replace(/^{{> [a-z-]+}}\n/gm, '');
      for (const statement of statements(Handlebars.parse(text).body)) assertSafe(statement, file);
    }
  });

  test('a shape prints the same as Handlebars', () => {
    const emits = allEmits();
    const templates = new Map(emits.map(({ shape }) => [shape, handlebarsOf(shape)]));
    assert.ok(templates.size > 8);
    for (const { shape, view } of emits) assert.is(shapeOf(shape).print(view, view), templates.get(shape)?.(view));
  });

  test('any printed tree is parsed unchanged, in YAML 1.2, in YAML 1.1, by the plain reader and as a line of JSON', () => {
    fc.assert(
      fc.property(trees['tree'] as fc.Arbitrary<unknown>, (value) => readsBack(value)),
      { numRuns: runs(100) },
    );
    for (const text of hostile) readsBack({ [text.slice(0, 200) || 'k']: text, list: [text, { a: text }] });
  });

  test('the output as JSON is equal to the output as YAML', () => {
    const texts = validCorpus().flatMap(({ rendering }) => rendering.files.map(({ text }) => text));
    assert.ok(texts.length > 100);
    for (const text of tried(texts, 8)) {
      const objects = [...(parseAllDocuments(text) as readonly Document[])].map((document) => document.toJS());
      assert.is(print(text), objects.map((object) => `${JSON.stringify(object)}\n`).join(''));
    }
  });

  test('no control character or mark is printed that libyaml, and therefore kubectl, rejects', () => {
    const rejected = /[^\n\x20-\x7e\x85\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;
    const isTaken = (text: string) => assert.not.match(printYaml({ [`k${text}`]: text }, 2), rejected);
    fc.assert(fc.property(strings, isTaken), { numRuns: runs(100) });
    for (const text of [...hostile, '\u007f', 'a\u0085b', 'a\u2028b', 'a\u2029b', '\ufeff', '\uffff', '\ud800'])
      isTaken(text);
  });

  test('no text is printed with the marker for files that Argo CD skips', () => {
    const marker = '+argocd:skip-file-rendering';
    for (const text of ['', 'a', 'a: b\n', '\t', 'é'].flatMap((part) => [part + marker, marker + part + marker])) {
      const tree = { [text]: text, list: [text, { a: text }] };
      assert.not.match(printYaml(tree, 2), marker);
      readsBack(tree);
    }
    const text = readFileSync('kinds/tetrapus/org/example.yaml', 'utf8');
    const texts = render([{ path: `tenants/${marker}.yaml`, text }]).files.map((file) => file.text);
    assert.ok(texts.some((one) => one.includes('skip-file-rendering.yaml')));
    assert.not(texts.some((one) => one.includes(marker)));
  });

  test('a multi-line text is a block scalar only if editors do not change it', () => {
    assert.is(printYaml('one\n\ntwo\n', 2), '|\n  one\n\n  two');
    for (const text of ['one \ntwo', 'one\n \ntwo', 'one\ntwo ', ' one\ntwo', 'one\n\n', '\none'])
      assert.is(printYaml(text, 2), JSON.stringify(text));
  });

  test('an undefined value, a tree without an indent, or NaN throws an error', () => {
    assert.throws(() => printYaml(undefined));
    assert.throws(() => printYaml({ a: 1 }));
    assert.throws(() => printYaml(Number.NaN));
  });

  test('an object contains exactly the content of its view', () => {
    const emits = allEmits();
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
        { numRuns: runs(20) },
      );
    }
  });
});

function handlebarsOf(shape: string): (view: object) => string {
  const text = readFileSync(`templates/${shape}.yaml.hbs`, 'utf8').replace(/^{{> ([a-z-]+)}}\n/gm, (_, name) =>
    readFileSync(`templates/partials/${name}.hbs`, 'utf8'),
  );
  const helpers = {
    y: (value: unknown, indent: unknown) => printYaml(value, typeof indent === 'number' ? indent : undefined),
  };
  const template = Handlebars.compile(text, { noEscape: true, strict: true });
  return (view) => template(view, { helpers });
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
  const [line = '', ...others] = print(text).split('\n');
  assert.equal(JSON.stringify(JSON.parse(line)), JSON.stringify(sorted(expected)), text);
  assert.equal(others, [''], text);
  // The full parser has limits that output can exceed.
  assert.equal(JSON.stringify(readPlain(text)), JSON.stringify([sorted(expected)]), text);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  if ('top' in value) return { top: sorted((value as { top: unknown }).top), end: 1 };
  return Object.fromEntries(keys.map((key) => [key, sorted((value as Record<string, unknown>)[key])]));
}

/** Prints a view with each of its non-empty texts replaced, and reads the result. */
function printWith({ shape, view }: ShapeEmit, next: () => string): unknown {
  const replaced = replaceTexts(view, next) as ShapeEmit['view'];
  const documents = parseAllDocuments(shapeOf(shape).print(replaced, replaced)) as {
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
      statement.type === 'BlockStatement' && ['if', 'unless'].includes(String(name)),
      `${file}: ${statement.type}`,
    );
}
