import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as assert from 'uvu/assert';
import { editUrlOf } from '../../cli/forge.ts';
import { contentSecurityPolicy } from '../../console/data/policy.ts';
import type { History, Snapshot } from '../../console/data/snapshot.ts';
import { inSandbox, type Sandbox } from '../cli/sandbox.ts';
import { suite } from '../harness.ts';
import { sampleFiles } from './sample.ts';

const built = readdirSync('dist/console', { recursive: true, encoding: 'utf8' });
const page = readFileSync('dist/console/index.html', 'utf8');

suite('the exported console', (test) => {
  test('has a policy that allows only its own files, and no inline code', () => {
    assert.match(page, `http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}"`);
    assert.match(contentSecurityPolicy, "default-src 'none'");
    assert.match(contentSecurityPolicy, "require-trusted-types-for 'script'");
    assert.not.match(contentSecurityPolicy, /unsafe|https?:|\*/);
    assert.not.match(page, /<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/);
  });

  test('has no gateway', () => assert.match(page, '<meta name="leasehold-gateway" content="none" />'));

  test('loads nothing from another host', () => {
    const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    assert.is(addresses.length, 3);
    for (const address of addresses) assert.ok(built.includes(address ?? ''), address);
    for (const file of built.filter((name) => name.endsWith('.css')))
      assert.not.match(readFileSync(join('dist/console', file), 'utf8'), /url\(|@import/);
  });

  test('loads at most 50 KiB of compressed files before it shows a page', () => {
    const sizes = firstLoad().map((file) => gzipSync(readFileSync(join('dist/console', file))).length);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(sizes.length > 3 && total > 10_000, `${sizes}`);
    assert.ok(total <= 50 * 1024, `${total} bytes`);
  });

  test('contains the console, the files and their history', () =>
    inSandbox(async (sandbox) => {
      const { cli, git, path } = sandbox;
      begin(sandbox);
      git('commit', '--quiet', '-m', 'second', '--allow-empty');
      sandbox.write('tenants/ada.yaml', `${tenant('ada')}# changed\n`);
      git('commit', '--quiet', '-a', '-m', 'third <b>');
      const { code, stderr } = await cli('console', '--export', 'site');
      assert.equal([code, stderr], [0, '']);
      const files = readdirSync(path('site'), { recursive: true, encoding: 'utf8' });
      assert.equal(files.sort(), [...built, 'data', 'data/history.json', 'data/snapshot.json'].sort());
      const snapshot = read<Snapshot>(path('site/data/snapshot.json'));
      assert.equal([snapshot.directory, snapshot.head?.isClean], ['tenants', true]);
      assert.equal(
        snapshot.files.map((file) => file.path),
        ['tenants/ada.yaml'],
      );
      const { commits, contents, isComplete } = read<History>(path('site/data/history.json'));
      assert.equal(
        commits.map(({ subject }) => subject),
        ['third <b>', 'first'],
      );
      assert.equal([contents.length, isComplete], [2, true]);
    }));

  test('shows that files differ from the commit', () =>
    inSandbox(async (sandbox) => {
      begin(sandbox);
      sandbox.write('tenants/eva.yaml', tenant('eva'));
      await sandbox.cli('console', 'tenants', '--export', 'site');
      assert.is(read<Snapshot>(sandbox.path('site/data/snapshot.json')).head?.isClean, false);
    }));

  test('replaces an earlier export, and never another directory', () =>
    inSandbox(async (sandbox) => {
      begin(sandbox);
      sandbox.write('other/notes.txt', 'mine');
      const rejected = await sandbox.cli('console', '--export', 'other');
      assert.is(rejected.code, 2);
      assert.equal(readdirSync(sandbox.path('other')), ['notes.txt']);
      await sandbox.cli('console', '--export', 'site');
      sandbox.write('site/assets/old-ABC.js', 'old');
      assert.is((await sandbox.cli('console', '--export', 'site')).code, 0);
      assert.not.ok(readdirSync(sandbox.path('site/assets')).includes('old-ABC.js'));
    }));

  test('works outside of Git, and names a missing directory', () =>
    inSandbox(async ({ cli, write, path }) => {
      write('repo/tenants/ada.yaml', tenant('ada'));
      assert.is((await cli('console', 'repo/tenants', '--export', 'site')).code, 0);
      const { head, files } = read<Snapshot>(path('site/data/snapshot.json'));
      assert.equal([head, files.map((file) => file.path)], [undefined, ['tenants/ada.yaml']]);
      const missing = await cli('console', 'nothing');
      assert.is(missing.code, 2);
      assert.match(missing.stderr, /directory nothing does not exist/);
    }));
});

suite('the edit page of a forge', (test) => {
  for (const [origin, url] of [
    ['https://github.com/acme/tenants.git', 'https://github.com/acme/tenants/edit/main/'],
    ['https://user:secret@github.com/acme/tenants', 'https://github.com/acme/tenants/edit/main/'],
    ['git@gitlab.example.com:group/sub/tenants.git', 'https://gitlab.example.com/group/sub/tenants/-/edit/main/'],
    ['ssh://git@codeberg.org:22/acme/tenants.git', 'https://codeberg.org/acme/tenants/_edit/main/'],
    ['https://git.example.com/acme/tenants.git', undefined],
    ['javascript:alert(1)//github.com/a', undefined],
    ['/srv/git/tenants.git', undefined],
  ] as const)
    test(`of ${origin} is ${url}`, () => assert.is(editUrlOf({ origin, branch: 'main' }), url));

  test('needs a branch', () =>
    assert.is(editUrlOf({ origin: 'https://github.com/a/b', branch: undefined }), undefined));
});

function tenant(name: string): string {
  const [file] = sampleFiles.filter(({ path }) => path === 'tenants/example-tenant.yaml');
  return file && 'text' in file ? file.text.replaceAll('example-tenant', name) : '';
}

function begin({ write, git }: Sandbox): void {
  write('tenants/ada.yaml', tenant('ada'));
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
}

function read<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}

/** The page with the files that it and its scripts import statically. */
function firstLoad(): readonly string[] {
  const found = new Set(['index.html']);
  for (const [, address = ''] of page.matchAll(/(?:src|href)="(assets\/[^"]*)"/g)) found.add(address);
  for (const file of found)
    if (file.endsWith('.js'))
      for (const [, name] of readFileSync(join('dist/console', file), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+)"/g))
        found.add(`assets/${name}`);
  return [...found];
}
