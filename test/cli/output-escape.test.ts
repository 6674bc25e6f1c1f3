import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { type WriteOutcome, writeOutput } from '../../io/output.ts';
import { suite } from '../harness.ts';
import { contents, inSandbox } from './sandbox.ts';

type Texts = Readonly<Record<string, string>>;

const first = { 'ada/one.yaml': '1\n', 'ada/two.yaml': '2\n', 'bob/deep/three.yaml': '3\n' };
const second = { 'ada/one.yaml': '1\n', 'ada/two.yaml': 'two\n', 'cid/four.yaml': '4\n' };

function write(dir: string, texts: Texts, tenant: string | null = null): WriteOutcome {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
  return writeOutput({ dir, files, tenant, onFile: () => {} });
}

function rendered(dir: string): Texts {
  return Object.fromEntries(Object.entries(contents(dir)).filter(([path]) => !path.startsWith('.leasehold')));
}

function refused(outcome: WriteOutcome): string {
  assert.not(outcome.ok);
  return outcome.ok ? '' : `${outcome.message}: ${outcome.fix}`;
}

suite('nothing leaves the output directory', (test) => {
  test('not through a link in it, to write or to remove', () =>
    inSandbox(({ path, write: put, remove }) => {
      put('outside/one.yaml', 'precious\n');
      mkdirSync(path('out'));
      symlinkSync(path('outside'), path('out/ada'));
      assert.match(refused(write(path('out'), first)), /out\/ada is in the way/);
      remove('out');
      write(path('out'), first);
      remove('out/ada');
      symlinkSync(path('outside'), path('out/ada'));
      assert.match(refused(write(path('out'), first)), /out\/ada is in the way/);
      assert.ok(write(path('out'), {}).ok);
      assert.equal(contents(path('outside')), { 'one.yaml': 'precious\n' });
    }));

  test('a link in place of a file is replaced, and what it led to stays', () =>
    inSandbox(({ path, write: put }) => {
      put('outside.yaml', 'precious\n');
      write(path('out'), first);
      rmSync(path('out/ada/one.yaml'));
      symlinkSync(path('outside.yaml'), path('out/ada/one.yaml'));
      assert.ok(write(path('out'), second).ok);
      assert.equal(rendered(path('out')), second);
      assert.is(readFileSync(path('outside.yaml'), 'utf8'), 'precious\n');
    }));

  test('not by a list that names a file outside, or that is damaged', () =>
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
        assert.match(refused(write(path('out'), first)), /is not a list of files that leasehold wrote: restore it/);
      }
      for (const text of ['', '{', 'null', '[]', '<<<<<<< HEAD', '{"version":2,"files":[]}', '{"version":1}']) {
        put('out/.leasehold.json', text);
        assert.match(refused(write(path('out'), first)), /is not a list of files/, text);
      }
      assert.equal(contents(path('out')), { '.leasehold.json': '{"version":1}' });
      assert.is(readFileSync(path('precious.yaml'), 'utf8'), 'precious\n');
    }));

  test('not by what is rendered: that would be our bug', () =>
    inSandbox(({ path }) => {
      for (const name of ['../x.yaml', '/x.yaml', 'a/../../x.yaml', '.leasehold.json'])
        assert.throws(() => write(path('out'), { [name]: '' }));
    }));
});
