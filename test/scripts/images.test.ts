import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { version } from '../../shell/version.ts';
import { suite } from '../harness.ts';
import { copiesIn, copyInto, instructionsOf, isInContext, runAs, runMounted } from './dockerfile.ts';

/** The expected result when the program of each image starts as the user of the image, without write access to it. */
const images = [
  { folder: 'cli', args: ['--version'], status: 0, output: version },
  { folder: 'plugin', args: ['parameters'], status: 0, output: '"name":"tenant"' },
  { folder: 'sidecar', args: [], status: 1, output: 'no such file or directory, open' },
] as const;

for (const { folder, args, status, output } of images)
  suite(`the image of ${folder}/Dockerfile`, (test) => {
    const instructions = instructionsOf(`${folder}/Dockerfile`);
    const all = (name: string) => instructions.filter((one) => one.name === name).map(({ text }) => text);
    const copies = copiesIn(instructions);

    test('has a base with a version, a numeric user without privileges, and an entry point without a shell', () => {
      const [from = '', ...others] = all('FROM');
      assert.equal(others, []);
      assert.match(from, /^[a-z./-]+:[0-9][0-9a-z.-]*$/);
      assert.equal(all('ADD'), []);
      const [user = '', ...users] = all('USER');
      assert.equal(users, []);
      assert.ok(Number(user) > 0, user);
      assert.equal(
        all('ENTRYPOINT').map((text) => Array.isArray(JSON.parse(text))),
        [true],
      );
      for (const text of all('WORKDIR')) assert.match(text, /^\//);
      for (const text of all('RUN')) assert.match(text, /^(?:apk add --no-cache |--mount=type=bind,)/);
      const names = instructions.map(({ name }) => name);
      assert.ok(names.indexOf('USER') > Math.max(names.lastIndexOf('RUN'), names.lastIndexOf('COPY')));
    });

    test('copies files that exist after a build, that the build context contains, and that nobody can write', () => {
      assert.ok(copies.length > 0);
      for (const { mode, sources } of copies) {
        assert.is(mode & 0o222, 0);
        for (const source of sources) assert.ok(existsSync(source) && isInContext(source), source);
      }
      assert.ok(copies.some(({ sources }) => sources.includes('dist') || sources.includes('dist/LICENSES.txt')));
    });

    test('starts its program', () => {
      const base = mkdtempSync(join(tmpdir(), 'leasehold-image-'));
      const [root, cwd] = [join(base, 'root'), join(base, 'tmp')];
      copyInto(root, copies);
      for (const text of all('RUN').filter((one) => one.startsWith('--mount='))) runMounted(text, root);
      mkdirSync(cwd);
      for (const path of [base, root]) chmodSync(path, 0o755);
      chmodSync(cwd, 0o777);
      const [user = ''] = all('USER');
      const program = copies.flatMap(({ target }) => programIn(root, target, folder))[0] ?? '';
      const result = runAs(user, ['node', program, ...args], { root, cwd });
      rmSync(base, { recursive: true, force: true });
      assert.match(`${result.stdout}${result.stderr}`, output);
      assert.is(result.status, status, result.stderr);
    });
  });

const names = { cli: 'leasehold.mjs', plugin: 'leasehold-cmp.cjs', sidecar: 'leasehold-sidecar.mjs' } as const;

/** The program of an image, as a path in the image. */
function programIn(root: string, target: string, folder: keyof typeof names): readonly string[] {
  const path = join(target, names[folder]);
  return existsSync(join(root, path)) ? [path] : [];
}
