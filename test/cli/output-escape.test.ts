import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { first, rejected, rendered, second, write } from './renders.ts';
import { contents, inSandbox } from './sandbox.ts';

suite('a render never changes a file outside the output directory', (test) => {
  test('through a link in it, whether it writes or removes files', () =>
    inSandbox(({ path, write: put, remove }) => {
      put('outside/one.yaml', 'precious\n');
      mkdirSync(path('out'));
      symlinkSync(path('outside'), path('out/ada'));
      assert.match(rejected(write(path('out'), first)), /out\/ada would be overwritten/);
      remove('out');
      write(path('out'), first);
      remove('out/ada');
      symlinkSync(path('outside'), path('out/ada'));
      assert.match(rejected(write(path('out'), first)), /out\/ada would be overwritten/);
      assert.ok(write(path('out'), {}).ok);
      assert.equal(contents(path('outside')), { 'one.yaml': 'precious\n' });
    }));

  test('if a link replaces a file: the link is replaced, and its target is unchanged', () =>
    inSandbox(({ path, write: put }) => {
      put('outside.yaml', 'precious\n');
      write(path('out'), first);
      rmSync(path('out/ada/one.yaml'));
      symlinkSync(path('outside.yaml'), path('out/ada/one.yaml'));
      assert.ok(write(path('out'), second).ok);
      assert.equal(rendered(path('out')), second);
      assert.is(readFileSync(path('outside.yaml'), 'utf8'), 'precious\n');
    }));

  test('through an ownership file that is damaged or names a file outside', () =>
    inSandbox(({ path, write: put }) => {
      put('precious.yaml', 'precious\n');
      const evil = [
        '../precious.yaml',
        '/etc/passwd',
        'a/../../precious.yaml',
        'a//b',
        '',
        '.leasehold.json',
        'a\\..\\b',
        7,
      ];
      for (const name of evil) {
        put('out/.leasehold.json', JSON.stringify({ version: 1, tenant: null, files: [{ path: name, sha256: '' }] }));
        assert.match(rejected(write(path('out'), first)), /is not a list of files that leasehold wrote: restore it/);
      }
      for (const text of ['', '{', 'null', '[]', '<<<<<<< HEAD', '{"version":2,"files":[]}', '{"version":1}']) {
        put('out/.leasehold.json', text);
        assert.match(rejected(write(path('out'), first)), /is not a list of files/, text);
      }
      assert.equal(contents(path('out')), { '.leasehold.json': '{"version":1}' });
      assert.is(readFileSync(path('precious.yaml'), 'utf8'), 'precious\n');
    }));

  test('through a rendered path, which would be a bug in leasehold', () =>
    inSandbox(({ path }) => {
      for (const name of ['../x.yaml', '/x.yaml', 'a/../../x.yaml', '.leasehold.json'])
        assert.throws(() => write(path('out'), { [name]: '' }));
    }));
});
