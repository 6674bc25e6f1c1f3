import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { parseAllDocuments, type parseDocument, stringify } from 'yaml';
import { render, type SourceFile } from '../../leasehold.ts';
import { readPlain } from '../../yaml/plain.ts';
import { corpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import { hostile, strings } from '../hostile.ts';
import { runs } from '../runs.ts';

type Path = readonly (string | number)[];

interface Target {
  readonly files: readonly SourceFile[];
  readonly index: number;
  readonly bodies: readonly unknown[];
  readonly document: number;
  readonly path: Path;
}

/**
 * Every leaf of every file that the plain reader reads. Omits repositories with five or more files, such as the sample
 * repository, because a repository is rendered for each of its leaves.
 */
const targets = corpus()
  .filter(({ files }) => files.length < 5)
  .flatMap(({ files }) => files.flatMap((_, index) => targetsIn(files, index)));
const sparse = targets.filter((_, index) => index % Math.ceil(targets.length / runs(10)) === 0);
const odd = fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e21, [], {}, ['a'], { a: 1 }, [[]], '');

suite('law: no input breaks the renderer', (test) => {
  test('the corpus has enough fields', () => assert.ok(targets.length > 100, `${targets.length}`));

  test('a hostile text in any field is rejected, or rendered as YAML that two readers parse alike', () => {
    for (const target of sparse) {
      for (const text of hostile) assertInvariants(replaced(target, text));
    }
    fc.assert(
      fc.property(fc.constantFrom(...targets), strings, (target, text) => assertInvariants(replaced(target, text))),
      { numRuns: runs(200) },
    );
  });

  test('a value of another type in any field is rejected or rendered', () => {
    fc.assert(
      fc.property(fc.constantFrom(...targets), odd, (target, value) => assertInvariants(replaced(target, value))),
      { numRuns: runs(200) },
    );
  });

  test('a file that is truncated anywhere is rejected or rendered', () => {
    const cut = fc.tuple(fc.constantFrom(...targets), fc.nat()).map(([target, at]) => {
      const { files, index } = target;
      return files.map((file, i) =>
        i === index && 'text' in file ? { ...file, text: file.text.slice(0, at % file.text.length) } : file,
      );
    });
    fc.assert(fc.property(cut, assertInvariants), { numRuns: runs(150) });
  });

  for (const [what, text] of [
    ['ten thousand nested lists', `a: ${'['.repeat(10_000)}`],
    [
      'exponential aliases',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
        .split('')
        .map((key, i) => `${key}: &${key} [${`*${'abcdefghi'[i]},`.repeat(9)}]`)
        .join('\n')}\n`,
    ],
    ['an alias to itself', 'a: &a [*a]\n'],
    ['a key of ten thousand characters', `${'k'.repeat(10_000)}: 1\n`],
    ['a prototype', '__proto__: {polluted: true}\nconstructor: {prototype: {polluted: true}}\n'],
  ] as const) {
    test(`${what} is rejected`, () => {
      const { ok, problems } = render([{ path: 'bad.yaml', text }]);
      assert.not(ok);
      assert.is(problems[0]?.at.file, 'bad.yaml');
      assert.is(({} as { polluted?: boolean }).polluted, undefined);
    });
  }
});

/** A change of one field leaves most of the output unchanged. The unchanged output is parsed once. */
const compared = new Set<string>();

function assertInvariants(files: readonly SourceFile[]): void {
  for (const { text, path } of render(files).files) {
    if (compared.has(text)) continue;
    const documents = readPlain(text);
    const split = parseAllDocuments(text.replace(/^# .*\n---\n/, ''));
    assert.is(documents?.length ?? split.length, split.length, path);
    for (const [index, document] of [...(split as Iterable<ReturnType<typeof parseDocument>>)].entries()) {
      assert.equal(document.errors, [], path);
      if (documents) assert.is(JSON.stringify(document.toJS()), JSON.stringify(documents[index]), path);
    }
    compared.add(text);
  }
}

function targetsIn(files: readonly SourceFile[], index: number): readonly Target[] {
  const file = files[index] as SourceFile;
  const bodies = 'text' in file ? readPlain(file.text) : undefined;
  return (bodies ?? []).flatMap((body, document) =>
    leaves(body).map((path) => ({ files, index, bodies: bodies ?? [], document, path })),
  );
}

function leaves(value: unknown): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([step, inner]) => leaves(inner).map((path) => [step, ...path]));
}

function replaced({ files, index, bodies, document, path }: Target, value: unknown): readonly SourceFile[] {
  const changed = bodies.map((body, i) => (i === document ? withValue(body, path, value) : body));
  const text = changed.map((body) => stringify(body)).join('---\n');
  return files.map((file, i) => (i === index ? { path: file.path, text } : file));
}

function withValue(node: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  const copy = Array.isArray(node) ? [...node] : { ...(node as object) };
  const at = copy as Record<string | number, unknown>;
  at[step] = withValue(at[step], rest, value);
  return copy;
}
