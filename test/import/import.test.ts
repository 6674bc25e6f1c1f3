import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as assert from 'uvu/assert';
import { formatProblem } from '../../core/problem/format.ts';
import { importFrom, type SourceSystemName, systemNames } from '../../import/index.ts';
import { importReportText } from '../../import/report-text.ts';
import { contents } from '../cli/sandbox.ts';
import { suite } from '../harness.ts';
import { type ImportCase, importCases } from '../import-cases.ts';

/** UPDATE=1 writes the output, so that the diff can be reviewed. */
const isUpdate = process.env['UPDATE'] === '1';

for (const system of systemNames) {
  suite(`import ${system}`, (test) => {
    const cases = importCases(system);
    for (const one of cases) test(one.title, () => checkCase(system, one));
    test('has cases', () => assert.ok(cases.length > 0));
  });
}

function checkCase(system: SourceSystemName, { folder, files }: ImportCase): void {
  const imported = importFrom(system, files);
  const problems = imported.problems.map((problem) => `${formatProblem(problem)}\n`).join('');
  const outputs = imported.ok ? imported.files : [];
  const actual = Object.fromEntries([
    ...outputs.map(({ path, text }) => [`out/${path}`, text]),
    ...(imported.ok ? [['report.txt', importReportText(imported.report, 'whole')]] : []),
    ...(problems === '' ? [] : [['problems.txt', problems]]),
  ]) as Readonly<Record<string, string>>;
  if (isUpdate) rewrite(folder, actual);
  const expected = Object.entries(contents(folder)).filter(([path]) => !/^in.*\.yaml$/.test(path));
  assert.equal(actual, Object.fromEntries(expected));
}

function rewrite(folder: string, texts: Readonly<Record<string, string>>): void {
  for (const name of readdirSync(folder))
    if (!/^in.*\.yaml$/.test(name)) rmSync(`${folder}/${name}`, { recursive: true });
  for (const [path, text] of Object.entries(texts)) {
    const file = `${folder}/${path}`;
    if (!existsSync(dirname(file))) mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
