import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { readRevision, sourcesFingerprint } from '../../io/git.ts';
import { readCheckout } from '../../io/read-checkout.ts';
import { readTenant, readTenants } from '../../io/read-tenants.ts';
import { render, type SourceFile } from '../../leasehold.ts';
import { nodePorts } from '../../plugin/node-ports.ts';
import { readTenantFiles } from '../../plugin/tenants-folder.ts';
import { kleffTenant } from '../cli/sandbox.ts';
import { suite } from '../harness.ts';
import { inRepository, type Repository } from './situations.ts';

const platform = `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {directoryPerTenant: true, tenantsDirectory: tenants}
`;

function namespace(tenant: string): string {
  return `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${tenant}-web, labels: {stakater.com/tenant: ${tenant}}}\n`;
}

/** Commits a Platform and two tenants in the directory `config`, and other files. */
function commitIn({ write, commit }: Repository, others: Readonly<Record<string, string>>): void {
  write('config/platform/platform.yaml', platform);
  for (const name of ['ada', 'bob']) write(`config/tenants/${name}/${name}.yaml`, namespace(name));
  for (const [path, text] of Object.entries(others)) write(path, text);
  commit();
}

function attributesIn(files: readonly SourceFile[], root: string): readonly string[] {
  const found = files.filter((file) => 'unreadable' in file && file.unreadable === 'attributes');
  return found.map(({ path }) => path.replace(`${root}/`, '')).sort();
}

function revision(root: string, path: string): readonly SourceFile[] {
  const read = readRevision('HEAD', path, { GIT_DIR: join(root, '.git'), GIT_WORK_TREE: root });
  assert.ok(read.ok);
  return read.files;
}

/** The attribute files that each reader finds. */
function found(root: string, path: string): Readonly<Record<string, readonly string[]>> {
  const plugin = readTenantFiles(join(root, 'config/platform'), nodePorts(), '../tenants/ada');
  return {
    'a directory': attributesIn(readTenants(join(root, path)), root),
    'the directory of a tenant': attributesIn(readTenant(join(root, path), 'ada') ?? [], root),
    'a revision': attributesIn(revision(root, path), root),
    'the plugin': attributesIn(plugin.ok ? plugin.value : [], root),
  };
}

function all(...paths: readonly string[]): ReturnType<typeof found> {
  const readers = ['a directory', 'the directory of a tenant', 'a revision', 'the plugin'];
  return Object.fromEntries(readers.map((reader) => [reader, paths]));
}

const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'in every directory above': { '.gitattributes': '*.yaml ident\n', 'config/.gitattributes': 'tenants/** ident\n' },
  'for a file of the Platform': { '.gitattributes': 'config/platform/*.yaml working-tree-encoding=UTF-7\n' },
  'for a file of the Platform, from its parent': { 'config/.gitattributes': '/platform/platform.yaml filter=x\n' },
};

suite('Git attributes above the tenants directory', (test) => {
  for (const [what, files] of Object.entries(texts))
    test(`are found by every reader ${what}`, () =>
      inRepository((repository) => {
        commitIn(repository, files);
        const { root } = repository;
        assert.equal(found(root, 'config/tenants'), all(...Object.keys(files).sort()));
      }));

  test('for other directories are ignored', () =>
    inRepository((repository) => {
      const text = 'docs/** filter=x\nconfig/docs/** filter=x\nconfig/tenants-old/*.yaml ident\n';
      commitIn(repository, { '.gitattributes': text, 'config/.gitattributes': 'docs/*.yaml ident\n' });
      assert.equal(found(repository.root, 'config/tenants'), all());
    }));

  test('are found if Git converts the Platform so that it cannot be read', () =>
    inRepository((repository) => {
      commitIn(repository, {});
      const { root, write } = repository;
      write('.gitattributes', 'config/platform/*.yaml working-tree-encoding=UTF-16\n');
      write('config/platform/platform.yaml', Buffer.from(`\ufeff${platform}`, 'utf16le'));
      assert.equal(attributesIn(readTenants(join(root, 'config/tenants')), root), ['.gitattributes']);
    }));

  test('fail every render', () =>
    inRepository((repository) => {
      commitIn(repository, { '.gitattributes': 'config/tenants/ada/ada.yaml ident\n' });
      const files = revision(repository.root, 'config/tenants');
      for (const options of [{}, { tenant: 'ada' }, { tenant: 'bob' }, { tenant: 'platform' }]) {
        const { ok, problems } = render(files, options);
        assert.equal([ok, problems.map(({ at }) => at.file)], [false, ['.gitattributes']], JSON.stringify(options));
      }
    }));

  test('are found with a link to the tenants directory, because Git ignores the link', () =>
    inRepository((repository) => {
      commitIn(repository, { 'config/.gitattributes': 'tenants/ada/*.yaml ident\n' });
      const { root, link, commit } = repository;
      link('../config/tenants', 'links/second');
      link('./links/second/', 'first');
      commit();
      assert.equal(attributesIn(readTenants(join(root, 'first')), root), ['config/.gitattributes']);
      assert.equal(attributesIn(revision(root, 'first'), root), ['config/.gitattributes']);
    }));

  test('are found if a sparse checkout omits them', () =>
    inRepository((repository) => {
      commitIn(repository, { '.gitattributes': '*.yaml ident\n' });
      const { root, git } = repository;
      git('sparse-checkout', 'set', '--no-cone', '/config/');
      assert.equal(attributesIn(readCheckout(join(root, 'config/tenants')), root), ['.gitattributes']);
    }));

  test('are not read outside a repository', () =>
    inRepository((repository) => {
      commitIn(repository, { 'config/.gitattributes': '*.yaml ident\n' });
      const { root } = repository;
      rmSync(join(root, '.git'), { recursive: true });
      assert.equal(attributesIn(readTenants(join(root, 'config/tenants')), root), []);
    }));

  test('are a part of what a commit renders', () =>
    inRepository((repository) => {
      const { root, write, commit, git } = repository;
      const source = { environment: { GIT_DIR: join(root, '.git'), GIT_WORK_TREE: root } };
      const print = () => sourcesFingerprint(git('rev-parse', 'HEAD').trim(), 'config/tenants', source);
      commitIn(repository, {});
      const before = print();
      write('README.md', 'x');
      commit();
      assert.is(print(), before);
      write('.gitattributes', '*.yaml ident\n');
      commit();
      assert.is.not(print(), before);
    }));

  const patterns = [
    'tenants/ada.yaml',
    '/tenants/*',
    'tenants/',
    'tenants',
    '//tenants/ada.yaml',
    './tenants/ada.yaml',
  ];
  const more = [
    'tenants/../tenants/ada.yaml',
    '**/ada.yaml',
    'TENANTS/ada.yaml',
    'x/../tenants/*',
    '!tenants/*',
    'docs/*',
  ];
  for (const ignoreCase of ['true', 'false'])
    test(`are found wherever Git applies them, with core.ignoreCase=${ignoreCase}`, () =>
      inRepository(({ root, write, commit, git }) => {
        git('config', 'core.ignoreCase', ignoreCase);
        write('tenants/ada.yaml', kleffTenant('ada'));
        for (const pattern of [...patterns, ...more]) {
          write('.gitattributes', `${pattern} ident\n`);
          const isApplied = git('check-attr', 'ident', 'tenants/ada.yaml').includes('ident: set');
          const isFound = attributesIn(readTenants(join(root, 'tenants')), root).length > 0;
          if (isApplied) assert.ok(isFound, pattern);
        }
        commit();
      }));
});
