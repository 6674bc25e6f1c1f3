import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { kinds } from '../kinds/index.ts';
import { caseOutput } from './case-output.ts';
import { suite } from './harness.ts';
import { inputNames, kindCases } from './kind-cases.ts';

/**
 * A case is a folder whose name is a short claim: in*.yaml are the files of the repository, out.yaml is the render (absent
 * if there is an error), and problems.txt lists the problems (absent if there are none). UPDATE=1 writes both.
 */
for (const { id } of kinds) {
  suite(`cases of ${id}`, (test) => {
    for (const { name, folder } of kindCases(id)) test(name.replaceAll('-', ' '), () => checkCase(folder));
  });
}

function checkCase(folder: string): void {
  const names = inputNames(folder);
  assert.ok(names.length > 0, `${folder} has no in.yaml`);
  for (const [file, text] of Object.entries(caseOutput(folder))) compareOrUpdate(`${folder}/${file}`, text);
}

function compareOrUpdate(path: string, actual: string | undefined): void {
  if (process.env['UPDATE'] === '1') {
    if (actual === undefined) rmSync(path, { force: true });
    else writeFileSync(path, actual);
  }
  const expected = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  assert.is(actual, expected, `${path} differs; read what changed, then UPDATE=1 npm test`);
}
