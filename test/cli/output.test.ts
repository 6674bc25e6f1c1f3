import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { sha256 } from '../../io/sha256.ts';
import { suite } from '../harness.ts';
import { first, rejected, rendered, second, write } from './renders.ts';
import { contents, inSandbox } from './sandbox.ts';

suite('the output directory', (test) => {
  test('contains only the files of the last render', () =>
    inSandbox(({ path }) => {
      const out = path('a/b/out');
      assert.equal(write(out, first), { ok: true, written: 3, unchanged: 0, removed: 0, edited: [] });
      assert.equal(write(out, second), { ok: true, written: 2, unchanged: 1, removed: 1, edited: [] });
      assert.equal(rendered(out), second);
      assert.equal(readdirSync(out).sort(), ['.leasehold.json', 'ada', 'cid'], 'empty directories are gone');
    }));

  test('lists its files with their digests, so that renders can be compared', () =>
    inSandbox(({ path }) => {
      write(path('out'), first);
      const text = readFileSync(path('out/.leasehold.json'), 'utf8');
      const owned = JSON.parse(text) as { files: { path: string; sha256: string }[] };
      assert.equal(
        owned.files.map((file) => [file.path, file.sha256]),
        Object.entries(first).map(([name, content]) => [name, sha256(content)]),
      );
      const before = contents(path('out'));
      write(path('out'), first);
      assert.equal(contents(path('out')), before);
    }));

  test('does not rewrite unchanged files', () =>
    inSandbox(({ path }) => {
      write(path('out'), first);
      for (const name of [...Object.keys(first), '.leasehold.json']) utimesSync(path('out', name), 1, 1);
      write(path('out'), first);
      for (const name of [...Object.keys(first), '.leasehold.json'])
        assert.is(statSync(path('out', name)).mtimeMs, 1000, name);
      write(path('out'), second);
      assert.is(statSync(path('out/ada/one.yaml')).mtimeMs, 1000);
      assert.is.not(statSync(path('out/ada/two.yaml')).mtimeMs, 1000);
    }));

  test('keeps files of other owners, and their directories', () =>
    inSandbox(({ path, write: put }) => {
      write(path('out'), first);
      put('out/README.md', 'mine\n');
      put('out/bob/deep/mine.yaml', 'mine\n');
      write(path('out'), second);
      assert.equal(rendered(path('out')), { ...second, 'README.md': 'mine\n', 'bob/deep/mine.yaml': 'mine\n' });
    }));

  test('does not overwrite a file of another owner, and names that file', () =>
    inSandbox(({ path, write: put }) => {
      put('out/ada/two.yaml', 'mine\n');
      assert.is(
        rejected(write(path('out'), first)),
        `${path('out/ada/two.yaml')} would be overwritten, but leasehold did not write it: move it, or render to another directory`,
      );
      assert.equal(contents(path('out')), { 'ada/two.yaml': 'mine\n' });
    }));

  test('adopts a file with identical content, for example after the ownership file was lost', () =>
    inSandbox(({ path, remove }) => {
      write(path('out'), first);
      remove('out/.leasehold.json');
      assert.equal(write(path('out'), first), { ok: true, written: 0, unchanged: 3, removed: 0, edited: [] });
      assert.equal(write(path('out'), {}), { ok: true, written: 0, unchanged: 0, removed: 3, edited: [] });
    }));

  test('overwrites and removes edited files, and lists them', () =>
    inSandbox(({ path, write: put }) => {
      write(path('out'), first);
      put('out/ada/one.yaml', 'edited\n');
      put('out/bob/deep/three.yaml', 'edited\n');
      const outcome = write(path('out'), second);
      assert.equal(outcome, {
        ok: true,
        written: 3,
        unchanged: 0,
        removed: 1,
        edited: ['ada/one.yaml', 'bob/deep/three.yaml'],
      });
      assert.equal(rendered(path('out')), second);
    }));

  test('restores a deleted file', () =>
    inSandbox(({ path, remove }) => {
      write(path('out'), first);
      remove('out/ada');
      assert.equal(write(path('out'), first), { ok: true, written: 2, unchanged: 1, removed: 0, edited: [] });
      assert.equal(rendered(path('out')), first);
    }));

  test('does not mix the render of all tenants with that of a single tenant', () =>
    inSandbox(({ path }) => {
      write(path('out'), first);
      assert.match(
        rejected(write(path('out'), { 'ada/one.yaml': '1\n' }, 'ada')),
        /contains the render of all tenants: choose another/,
      );
      assert.equal(rendered(path('out')), first);
    }));
});

suite('a render', (test) => {
  test('fails while another render writes to the same directory', () =>
    inSandbox(({ path }) => {
      mkdirSync(path(`out/.leasehold-tmp-${process.ppid}-abc`), { recursive: true });
      assert.match(
        rejected(write(path('out'), first)),
        /another render is writing to .*: wait until it ends; if no render is running, delete/,
      );
    }));

  test('removes the partial result of a crashed render', () =>
    inSandbox(({ path, write: put }) => {
      put('out/.leasehold-tmp-999999999-abc/x.yaml', 'half');
      writeFileSync(path('out/.leasehold-tmp-nonsense'), '');
      assert.ok(write(path('out'), first).ok);
      assert.equal(rendered(path('out')), first);
      assert.equal(
        readdirSync(path('out')).filter((name) => name.includes('tmp')),
        [],
      );
    }));
});
