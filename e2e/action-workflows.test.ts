import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { suite } from '../test/harness.ts';
import { builtTool } from './tools/paths.ts';

const folders = ['../docs/workflows', '../.github/workflows'].map((path) => resolve(import.meta.dirname, path));
const files = folders.flatMap((folder) => readdirSync(folder).map((name) => resolve(folder, name)));

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly uses?: string }[] }>>;
}

suite('the workflows of the documentation and of this repository', (test) => {
  test('pass actionlint', () => {
    assert.ok(files.length >= 4);
    const { status, stdout, stderr } = spawnSync(builtTool('actionlint'), ['-no-color', ...files], {
      encoding: 'utf8',
    });
    assert.is(status, 0, stdout + stderr);
  });

  test('set permissions explicitly, and pin third-party actions to a commit', () => {
    for (const file of files) {
      const { permissions = {}, jobs } = parse(readFileSync(file, 'utf8')) as Workflow;
      assert.ok('contents' in permissions, file);
      const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
      const foreign = used.filter((name) => !name.startsWith('leasehold/'));
      assert.ok(
        foreign.every((name) => /@[0-9a-f]{40}$/.test(name)),
        foreign.join(),
      );
    }
  });
});
