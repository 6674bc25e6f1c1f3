import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { type Document, parseAllDocuments } from 'yaml';
import { finderFor, fullFinder } from '../../core/parse/locate.ts';
import { readFull } from '../../yaml/full.ts';
import { readPlain, readPlainWithin } from '../../yaml/plain.ts';
import { corpus, validCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import { runs, tried } from '../runs.ts';
import { ambiguousFlows, anyFlows, simpleFlows } from './flow-texts.ts';

const outputs = tried(validCorpus(), 8).flatMap(({ rendering }) => rendering.files.map(({ text }) => text));
const texts = [
  ...tried(corpus(), 8).flatMap(({ files }) => files.map((file) => ('text' in file ? file.text : ''))),
  ...outputs,
];

/** Fragments that a typo, an editor or an attacker inserts into a file. */
const scraps = [
  '\n',
  ' ',
  '  ',
  '\t',
  '-',
  '- ',
  ': ',
  ':',
  '#',
  ' #',
  '"',
  "'",
  '|',
  '|-',
  '|+',
  '|2',
  '>',
  '{',
  '}',
  '[',
  ']',
  ',',
  '&a ',
  '*a',
  '!!str ',
  '---\n',
  '...\n',
  '%YAML 1.1\n',
  '?',
  '? ',
  'yes',
  '~',
  '0x1',
  '1e3',
  '0777',
  '1_0',
  '<<: ',
  '\r\n',
  '\ufeff',
  'é',
  '\u{1f600}',
  '\ud83d',
  '\uff1a',
  '9007199254740991',
  '\u2028',
  'a: b\n',
  '  a: b\n',
  '- - a\n',
  '"a": 1\n',
  'null',
  '=',
  '@',
  '`',
  '\\',
];

const edited = fc
  .tuple(
    fc.constantFrom(...texts),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 6 }), fc.constantFrom(...scraps)), { minLength: 1, maxLength: 4 }),
  )
  .map(([text, edits]) =>
    edits.reduce((now, [at, gone, scrap]) => splice(now, at % (now.length + 1), { gone, scrap }), text),
  );
const assembled = fc
  .array(fc.constantFrom(...scraps, 'a', 'b', 'key: ', 'x: y\n', '  '), { maxLength: 12 })
  .map((parts) => parts.join(''));

suite('law: the plain reader returns the result of the full parser, or none', (test) => {
  for (const text of ['- 1\n'.repeat(11), `${'- '.repeat(11)}1\n`, 'a: {b: [1, 2, 3, 4, 5, 6, 7, 8, 9]}\n'])
    test(`too many values are found before the rest of the file is parsed: ${text.length} characters`, () => {
      assert.ok(Array.isArray(readPlainWithin(text, 11)));
      assert.is(readPlainWithin(text, 10), 'values');
      assert.is(readPlainWithin(`${text}: not supported`, 10), 'values');
    });

  test('it reads all rendered output and more than 70 percent of the files, and agrees with the full parser on them', () => {
    for (const text of outputs) assert.ok(readPlain(text), text);
    const read = texts.filter((text) => readPlain(text) !== undefined);
    assert.ok(read.length > texts.length * 0.7, `${read.length} of ${texts.length} are read by the plain reader`);
    for (const text of read) agrees(text);
  });

  test('it reports the same positions of keys and values as the full parser', () => {
    for (const text of texts) hasSamePositions(text);
  });

  test('it reads every simple flow collection on one line', () => {
    const read = (text: string) => {
      assert.ok(readPlain(text), `not supported by the plain reader: ${JSON.stringify(text)}`);
      agrees(text);
      hasSamePositions(text);
    };
    fc.assert(fc.property(simpleFlows, read), { numRuns: runs(1000) });
  });

  test('it leaves flow collections that readers could read differently to the full parser', () => {
    const wrong = ambiguousFlows.filter((flow) => readPlain(`a: ${flow}\n`) || !readFull(`a: ${flow}\n`).ok);
    assert.equal(wrong, []);
  });

  test('it agrees with the full parser, and with YAML 1.1, on any flow collection', () => {
    let [plain, rejected] = [0, 0];
    const compare = (text: string) => {
      if (readPlain(text)) plain++;
      else if (!readFull(text).ok) rejected++;
      agrees(text);
      hasSamePositions(text);
    };
    fc.assert(fc.property(anyFlows, compare), { numRuns: runs(4000) });
    assert.ok(
      plain > runs(400) && rejected > runs(400),
      `${plain} are read by the plain reader, ${rejected} are rejected`,
    );
  });

  test('it agrees with the full parser after any edit of a file', () => {
    fc.assert(fc.property(edited, agrees), { numRuns: runs(1500) });
  });

  test('it agrees with the full parser on any combination of fragments', () => {
    fc.assert(fc.property(assembled, agrees), { numRuns: runs(7000) });
  });
});

function pathsIn(value: unknown): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [[], ...entries.flatMap(([step, inner]) => pathsIn(inner).map((path) => [step, ...path]))];
}

function hasSamePositions(text: string): void {
  const plain = finderFor(text);
  const full = fullFinder(text);
  for (const [document, body] of (readPlain(text) ?? []).entries()) {
    for (const path of [...pathsIn(body), ['absent'], ['spec', 'absent']]) {
      for (const aim of ['key', 'value'] as const) {
        assert.is(plain(document, path, aim), full(document, path, aim), `${path.join('.')} (${aim}) of\n${text}`);
      }
    }
  }
}

function splice(text: string, at: number, { gone, scrap }: { readonly gone: number; readonly scrap: string }): string {
  return text.slice(0, at) + scrap + text.slice(at + gone);
}

function agrees(text: string): void {
  const plain = readPlain(text);
  if (!plain) return;
  const full = readFull(text);
  assert.ok(full.ok, `accepted by the plain reader only: ${JSON.stringify(text)}`);
  if (!full.ok) return;
  assert.is(full.ambiguous.length, 0, `accepted by the plain reader although ambiguous: ${JSON.stringify(text)}`);
  assert.is(JSON.stringify(plain), JSON.stringify(full.bodies.filter((body) => body !== null)), JSON.stringify(text));
  const older = parseAllDocuments(text, { version: '1.1' }) as readonly Document[];
  const bodies = older.map((document) => document.toJS() as unknown).filter((body) => body !== null);
  assert.is(JSON.stringify(plain), JSON.stringify(bodies), `read differently in YAML 1.1: ${JSON.stringify(text)}`);
}
