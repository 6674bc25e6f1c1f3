import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { limits } from '../../data/limits.ts';
import { readRevision } from '../../io/git.ts';
import { readTenant, readTenants } from '../../io/read-tenants.ts';
import { render, type SourceFile } from '../../leasehold.ts';
import { nodePorts } from '../../plugin/node-ports.ts';
import { readTenantFiles } from '../../plugin/tenants-folder.ts';
import { suite } from '../harness.ts';
import { tried } from '../runs.ts';
import { inRepository, type Repository } from './situations.ts';

const platform = (spec = '') =>
  `apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {cluster: {mesh: none}, directoryPerTenant: true, tenantsDirectory: tenants${spec}}\n`;
const grant =
  'apiVersion: leasehold.dev/v1alpha1\nkind: Grant\nmetadata: {name: all}\nspec: {tenants: ["*"], kinds: [Tenant.kleff.kleff.io], shared: [tenants], fields: {Tenant.kleff.kleff.io: {spec.plan: [basic]}}}\n';
const kleff = (name: string) =>
  `apiVersion: kleff.kleff.io/v1\nkind: Tenant\nmetadata: {name: ${name}, namespace: tenants}\nspec: {plan: basic, userId: ${name}, username: ${name}}\n`;

/** A repository in which the directory of tenant evil has more files. */
function withFiles(count: number, text: string, use: (repository: Repository) => void, spec?: string): void {
  inRepository((repository) => {
    const { write, commit } = repository;
    write('platform/platform.yaml', platform(spec));
    write('platform/grant.yaml', grant);
    write('tenants/acme/acme.yaml', kleff('acme'));
    write('tenants/evil/evil.yaml', kleff('evil'));
    for (let index = 0; index < count; index++) write(`tenants/evil/files/f${index}.yaml`, text);
    commit();
    use(repository);
  });
}

/** The ways in which programs read the directory of a delegated tenant. */
const readers: Readonly<Record<string, (root: string) => readonly SourceFile[]>> = {
  'the repository': (root) => readTenants(root),
  'the directory of tenants': (root) => readTenants(join(root, 'tenants')),
  'a single tenant': (root) => readTenant(root, 'evil') ?? [],
  'a revision': (root) => read(root, '.'),
  'the directory of tenants in a revision': (root) => read(root, 'tenants'),
  'the plugin': (root) => value(readTenantFiles(root, nodePorts())),
  'the plugin with a directory': (root) =>
    value(readTenantFiles(join(root, 'platform'), nodePorts(), '../tenants/evil')),
};

function read(root: string, path: string): readonly SourceFile[] {
  const found = readRevision('HEAD', path, { GIT_DIR: join(root, '.git'), GIT_WORK_TREE: root });
  assert.ok(found.ok);
  return found.files;
}

function value(read: ReturnType<typeof readTenantFiles>): readonly SourceFile[] {
  assert.ok(read.ok);
  return read.value;
}

/** What a reader found in the directory of evil, from the root of the repository. */
function evilFiles(files: readonly SourceFile[]): readonly string[] {
  const own = files.filter(({ path }) => path.includes('tenants/evil'));
  return own.map(
    (file) => `${file.path.slice(file.path.indexOf('tenants/evil'))} ${'text' in file ? 'text' : file.unreadable}`,
  );
}

type Excess = readonly [what: string, count: number, text: string];

// Git stores equal files once, so a large directory needs only a small push.
const bytes: Excess = ['bytes', 3, `# ${'x'.repeat(limits.bytesOfTenant / 3)}\n`];
const excesses: readonly Excess[] = [['files', limits.filesOfTenant, 'a: 1\n'], bytes];

const deepest = 'x/'.repeat(limits.folderDepthOfTenant);

/** Files that exceed a limit together with `evil.yaml`, until one of them, or a folder, is removed. `npm test` tries the first. */
const crowds: readonly (readonly [what: string, files: readonly string[], removed: string])[] = [
  ['files of any name', ['.hidden/a.md', ...names(limits.entriesOfTenant - 1, (index) => `${index}.md`)], '0.md'],
  ['folders', names(limits.entriesOfTenant / 2, (index) => `${index}/a.md`), '0'],
  ['folders inside each other', [`${deepest}a.md`, `${deepest}x/a.md`, '.hidden/x/a.md'], `${deepest}x`],
];

function names(count: number, nameOf: (index: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, index) => nameOf(index));
}

suite("with the limits of a tenant's directory,", (test) => {
  for (const [what, count, text] of excesses)
    test(`too many ${what} are a single error of the tenant, in every reader`, () =>
      withFiles(count, text, ({ root }) => {
        for (const [name, reader] of Object.entries(readers)) {
          const files = reader(root);
          assert.equal(evilFiles(files), ['tenants/evil/evil.yaml large-directory'], name);
          const { problems } = render(files, { tenant: 'evil' });
          assert.match(problems[0]?.message ?? '', /more than 1000 files, or more than 8 MiB/, name);
          const hasAcme = files.some(({ path }) => path.includes('acme'));
          assert.is(render(files, { tenant: 'acme' }).ok, hasAcme, name);
          assert.is(hasAcme, !name.includes('single') && !name.endsWith('a directory'), name);
        }
      }));

  for (const [what, crowd, removed] of tried(crowds, 3))
    test(`too many ${what} are a single error of the tenant, in every reader`, () =>
      withFiles(0, '', ({ root, write, commit }) => {
        for (const name of crowd) write(`tenants/evil/${name}`, '');
        commit();
        for (const [name, reader] of Object.entries(readers)) {
          const files = reader(root);
          assert.equal(evilFiles(files), ['tenants/evil many-entries'], name);
          const { problems } = render(files, { tenant: 'evil' });
          assert.match(problems[0]?.message ?? '', /evil is a tenant's directory with more than 5000 files/, name);
          const hasAcme = files.some(({ path }) => path.includes('acme'));
          assert.is(render(files, { tenant: 'acme' }).ok, hasAcme, name);
        }
        rmSync(join(root, 'tenants/evil', removed), { recursive: true });
        commit();
        for (const [name, reader] of Object.entries(readers))
          assert.equal(evilFiles(reader(root)), ['tenants/evil/evil.yaml text'], name);
      }));

  test('files at the limit are read', () =>
    withFiles(limits.filesOfTenant - 1, kleff('evil'), ({ root }) => {
      for (const [name, reader] of Object.entries(readers))
        assert.is(evilFiles(reader(root)).length, limits.filesOfTenant, name);
    }));

  for (const [what, count, text] of tried([...excesses].reverse(), 2))
    test(`no limit of ${what} applies if the Platform trusts the authors of all directories`, () =>
      withFiles(
        count,
        text,
        ({ root }) => {
          for (const [name, reader] of Object.entries(readers))
            assert.is(evilFiles(reader(root)).length, count + 1, name);
        },
        ', trustTenantDirectories: true',
      ));

  test('the limits apply even if the tenant adds a Platform that trusts it to its own directory', () =>
    withFiles(bytes[1], bytes[2], ({ root, write, commit }) => {
      write('tenants/evil/platform/platform.yaml', platform(', trustTenantDirectories: true'));
      commit();
      for (const [name, reader] of Object.entries(readers)) assert.is(evilFiles(reader(root)).length, 1, name);
    }));

  test('a link in place of the directory is an error of the tenant alone', () =>
    withFiles(0, '', ({ root, git, link, commit }) => {
      git('rm', '-q', '-r', 'tenants/evil');
      link('acme', 'tenants/evil');
      commit();
      for (const name of ['the directory of tenants', 'a revision', 'the plugin']) {
        const files = readers[name]?.(root) ?? [];
        assert.equal(evilFiles(files), ['tenants/evil link'], name);
        const isOk = ['acme', 'evil', 'platform'].map((tenant) => render(files, { tenant }).ok);
        assert.equal(isOk, [true, false, true], name);
      }
    }));
});
