import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { render } from '../core/index.ts';
import { formatProblem } from '../core/problem/format.ts';
import { suite } from './harness.ts';

/**
 * A case is a folder named as a sentence: in*.yaml are the repository's files, out.yaml what is rendered (there when
 * nothing is an error) and problems.txt what is wrong (there when anything is). UPDATE=1 writes both anew.
 */
for (const kind of readdirSync('kinds')) {
  const root = `kinds/${kind}/cases`;
  if (!existsSync(root)) continue;
  suite(`cases of ${kind}`, (test) => {
    for (const sentence of readdirSync(root).sort())
      test(sentence.replaceAll('-', ' '), () => holds(`${root}/${sentence}`));
  });
}

function holds(folder: string): void {
  const names = readdirSync(folder).filter((name) => /^in.*\.yaml$/.test(name));
  assert.ok(names.length > 0, `${folder} has no in.yaml`);
  const { ok, files, problems } = render(
    names.map((path) => ({ path, text: readFileSync(`${folder}/${path}`, 'utf8') })),
  );
  const out = ok ? files.map(({ path, text }) => `# ${path}\n${text}`).join('') : undefined;
  const faults = problems.length > 0 ? `${problems.map(formatProblem).join('\n')}\n` : undefined;
  compareOrUpdate(`${folder}/out.yaml`, out);
  compareOrUpdate(`${folder}/problems.txt`, faults);
}

function compareOrUpdate(path: string, actual: string | undefined): void {
  if (process.env['UPDATE'] === '1') {
    if (actual === undefined) rmSync(path, { force: true });
    else writeFileSync(path, actual);
  }
  const expected = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  assert.is(actual, expected, `${path} differs; read what changed, then UPDATE=1 npm test`);
}
