import { execFile, spawnSync } from 'node:child_process';
import { basename, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import { runOn } from '../../cli/fake-ports.ts';
import { corpus } from '../../corpus.ts';
import { suite } from '../../harness.ts';
import { atLeast, tried } from '../../runs.ts';
import { withSandbox } from '../sandbox.ts';

const execute = promisify(execFile);

suite('law: the command line and the plugin', (test) => {
  test('print the same bytes, or both print nothing, for every repository of the corpus', async () => {
    const seen = { printed: 0, rejected: 0 };
    for (const { name, files, rendering } of tried(corpus(), 12)) {
      const texts = files.map((file) => ({ ...file, path: `tenants/${basename(file.path)}` }));
      const { stdout: expected } = await runOn({ trees: { tenants: texts } }, 'render', '-o', 'json');
      const onDisk = texts.map(({ path, ...file }) => [`app/${path}`, 'text' in file ? file.text : ''] as const);
      await withSandbox(Object.fromEntries(onDisk), async ({ generate }) => {
        const { code, stdout } = await generate();
        assert.is(stdout, expected, name);
        assert.is(code, expected === '' ? 1 : 0, name);
      });
      seen[expected === '' ? 'rejected' : 'printed']++;
      assert.is(expected.split('\n').length - 1, rendering.objects.length, name);
    }
    assert.ok(seen.printed >= 20 && seen.rejected >= atLeast(20, 60), JSON.stringify(seen));
  });

  test('print the same bytes when they run from dist/', () => {
    const spawn = (file: string, cwd: string, ...args: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('dist', file), ...args], { cwd });
      assert.is(status, 0, String(stderr));
      return String(stdout);
    };
    const expected = spawn('leasehold.mjs', '.', 'render', '--dir', 'tenants', '-o', 'json');
    assert.is(spawn('leasehold-cmp.cjs', '.', 'generate'), expected);
    assert.is(spawn('leasehold-cmp.cjs', 'tenants', 'generate'), expected);
    assert.ok(expected.length > 10_000);
  });
});

suite('law: concurrent processes of the plugin', (test) => {
  test('print the same bytes', async () => {
    const command = [resolve('dist/leasehold-cmp.cjs'), 'generate'];
    const calls = Array.from({ length: atLeast(4, 8) }, () => execute(process.execPath, command, { cwd: 'tenants' }));
    const printed = new Set((await Promise.all(calls)).map(({ stdout }) => stdout));
    assert.is(printed.size, 1);
    assert.ok([...printed].every((text) => text.length > 10_000));
  });
});
