import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { parseAllDocuments, stringify } from 'yaml';
import { isError } from '../../core/problem/problem.ts';
import { leavesOf } from '../../data/leaves.ts';
import { childrenOf, type Path, valueAt } from '../../data/tree.ts';
import { importFrom, type SourceSystemName, systemNames } from '../../import/index.ts';
import { importReportJson, importReportText } from '../../import/report-text.ts';
import { readExportedObjects } from '../../import/resources/exported-object.ts';
import type { SourceFile } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { importCases } from '../import-cases.ts';
import { isTried, runs } from '../runs.ts';

const corpus = systemNames.flatMap((system) => importCases(system).map((one) => ({ system, ...one })));

type Imported = ReturnType<typeof importFrom>;

const known = new WeakMap<readonly SourceFile[], Imported>();

/** Imports an export on first use. */
function importedBy(system: SourceSystemName, files: readonly SourceFile[]): Imported {
  const one = known.get(files) ?? importFrom(system, files);
  known.set(files, one);
  return one;
}

suite('law: an import reports on every field and widens no access', (test) => {
  for (const { system, title, files } of corpus) {
    test(`${system}: ${title}`, () => assert.equal(violations(system, files), []));
  }

  test('after random changes to an export', () => {
    const readable = corpus.filter(({ files }) => readExportedObjects(files).problems.length === 0);
    const arbitrary = fc.tuple(fc.constantFrom(...readable), fc.array(change, { minLength: 1, maxLength: 4 }));
    fc.assert(
      fc.property(arbitrary, ([{ system, files }, changes]) => {
        assert.is(violations(system, changed(files, changes)).join('\n'), '');
      }),
      { numRuns: runs(8) },
    );
  });
});

suite('law: an import is pure and reveals no secrets', (test) => {
  for (const [index, { system, title, files }] of corpus.entries()) {
    test(`${system}: ${title}`, () => {
      const imported = importedBy(system, files);
      if (isTried(index, 4)) assert.equal(importFrom(system, files), imported);
      const text = JSON.stringify(imported) + (imported.ok ? importReportText(imported.report, 'whole') : '');
      assert.not.match(text, /aHVudGVyMg|hunter2/);
    });
  }

  test('a valid export becomes valid files', () => {
    const wrong = corpus.filter(({ system, files }) => importedBy(system, files).problems.some(isError));
    assert.equal(
      wrong.map(({ title }) => title),
      [
        'rejects names that lead out of the directory',
        'reports an unreadable export and writes nothing',
        'reports rejected import files',
      ],
    );
  });
});

/**
 * Leaves that the report covers with no line or with several lines, inexact entries without a reason, and access that only the
 * render grants.
 */
function violations(system: SourceSystemName, exported: readonly SourceFile[]): readonly string[] {
  const imported = importedBy(system, exported);
  if (!imported.ok) return [];
  assert.type(importReportJson(imported.report), 'string');
  const uncovered = readExportedObjects(exported).objects.flatMap(({ body }, index) => {
    const lines = imported.report.objects[index]?.lines ?? [];
    return leavesOf(body).flatMap(({ path }) => {
      const covering = lines.filter((line) => line.path.every((step, at) => path[at] === step));
      if (covering.length !== 1) return [`${covering.length} lines cover ${path.join('.')}`];
      const { fidelity, how } = covering[0]?.entry ?? {};
      return fidelity !== 'exact' && (how ?? '') === '' ? [`${path.join('.')} has no reason`] : [];
    });
  });
  // A written file with an error is not rendered. If it is, for example, the IntegrationConfig, the defaults apply instead, so
  // the access cannot be compared.
  return [...uncovered, ...(imported.report.errors.length > 0 ? [] : imported.report.wider)];
}

/** Adds an unexpected field to an export, or changes a value. */
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
  // A change to one of these fields could make the object unreadable, or an object of another system.
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
