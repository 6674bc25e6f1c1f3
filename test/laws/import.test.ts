import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { parseAllDocuments, stringify } from 'yaml';
import { isError } from '../../core/problem/problem.ts';
import { leavesOf } from '../../data/leaves.ts';
import { childrenOf, isSame, type Path, valueAt } from '../../data/tree.ts';
import { importFrom, type SourceSystemName, systemNames } from '../../import/index.ts';
import { readExportedObjects } from '../../import/ledger/exported-object.ts';
import { importReportJson, importReportText } from '../../import/report-text.ts';
import type { SourceFile } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { importCases } from '../import-cases.ts';

const corpus = systemNames.flatMap((system) => importCases(system).map((one) => ({ system, ...one })));

suite('law: an import keeps or tells every field', (test) => {
  for (const { system, sentence, files } of corpus) {
    test(`${system}: ${sentence}`, () => assert.equal(untold(system, files), []));
  }

  test('and whatever else stands in an export', () => {
    const readable = corpus.filter(({ files }) => readExportedObjects(files).faults.length === 0);
    const arbitrary = fc.tuple(fc.constantFrom(...readable), fc.array(change, { minLength: 1, maxLength: 4 }));
    fc.assert(
      fc.property(arbitrary, ([{ system, files }, changes]) => {
        assert.is(untold(system, changed(files, changes)).join('\n'), '');
      }),
      { numRuns: 300 },
    );
  });
});

suite('law: an import is pure, and keeps secrets', (test) => {
  for (const { system, sentence, files } of corpus) {
    test(`${system}: ${sentence}`, () => {
      const imported = importFrom(system, files);
      assert.equal(importFrom(system, files), imported);
      const text = JSON.stringify(imported) + (imported.ok ? importReportText(imported.reports, 'whole') : '');
      assert.not.match(text, /aHVudGVyMg|hunter2/);
    });
  }

  test('what a right export becomes is right', () => {
    const wrong = corpus.filter(({ system, files }) => importFrom(system, files).problems.some(isError));
    assert.equal(
      wrong.map(({ sentence }) => sentence),
      [
        'a fault that the cluster had is told of the files too',
        'an export that cannot be read is told and nothing is written',
      ],
    );
  });
});

/** The leaves of an export that no line of the report covers, or that are not where their line says. */
function untold(system: SourceSystemName, exported: readonly SourceFile[]): readonly string[] {
  const imported = importFrom(system, exported);
  if (!imported.ok) return [];
  const outputs = new Map(
    imported.files.map(({ path, text }) => [path, parseAllDocuments(text)[0]?.toJS() as unknown]),
  );
  assert.type(importReportJson(imported.reports), 'string');
  return readExportedObjects(exported).objects.flatMap(({ body }, index) => {
    const lines = imported.reports[index]?.lines ?? [];
    return leavesOf(body).flatMap(({ path, value }) => {
      const line = lines.find((one) => one.path.every((step, at) => path[at] === step));
      if (!line) return [`no line covers ${path.join('.')}`];
      const { fidelity, to, how } = line.entry;
      if (fidelity !== 'exact' && how === undefined && fidelity !== 'cluster')
        return [`${path.join('.')} has no reason`];
      if (!to) return fidelity === 'exact' && how === undefined ? [`${path.join('.')} is nowhere`] : [];
      const below = how === undefined ? path.slice(line.path.length) : [];
      const now = valueAt(outputs.get(to.file), ...to.path, ...below);
      return now === undefined || (how === undefined && !isKept(now, value)) ? [`${path.join('.')} differs`] : [];
    });
  });
}

/** What else is put into an empty mapping or list does not change that it is there. */
function isKept(now: unknown, value: unknown): boolean {
  const isEmpty = value !== null && typeof value === 'object' && childrenOf(value).length === 0;
  return isSame(now, value) || (isEmpty && typeof now === 'object' && Array.isArray(now) === Array.isArray(value));
}

/** Somewhere in an export, a field that nobody expects, or another value. */
const change = fc.record({
  where: fc.nat(),
  key: fc.constantFrom('labels', 'annotations', 'spec', 'extra', 'namespaces', 'data', 'a.b/c', '__proto__', 'allowed'),
  value: fc.oneof(
    fc.constantFrom<unknown>('text', 'yes', '0777', 3, 1.5, true, null, '', [], {}, ['a', 'b'], { x: { y: 'z' } }),
    fc.json({ maxDepth: 2 }).map((text) => JSON.parse(text) as unknown),
  ),
  isAdded: fc.boolean(),
});

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function changed(files: readonly SourceFile[], changes: readonly Change[]): readonly SourceFile[] {
  return files.map((file) => {
    if (!('text' in file)) return file;
    const documents = parseAllDocuments(file.text).map((document) => document.toJS() as unknown);
    for (const one of changes) apply(documents, one);
    return { path: file.path, text: documents.map((document) => stringify(document)).join('---\n') };
  });
}

function apply(documents: unknown[], { where, key, value, isAdded }: Change): void {
  const places = containersIn(documents, []).filter((path) => path.length > 0);
  const path = places[where % places.length] as Path;
  const container = valueAt(documents, ...path) as Record<string, unknown>;
  const own = Object.keys(container);
  const step = isAdded || own.length === 0 ? key : (own[where % own.length] as string);
  // Without these it would be no object, or one of another system.
  if (Array.isArray(container) || ['apiVersion', 'kind', 'name', 'items'].includes(step)) return;
  Object.defineProperty(container, step, {
    value: structuredClone(value),
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

function containersIn(value: unknown, path: Path): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return [path, ...childrenOf(value).flatMap(([step, child]) => containersIn(child, [...path, step]))];
}
