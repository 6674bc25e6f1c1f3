import { cpSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { inSandbox, kleffTenant, type Sandbox } from './sandbox.ts';
import { deployment, treeWith } from './simulated.ts';

type Repository = Pick<Sandbox, 'write' | 'git' | 'path'>;

/** Commits one tenant, and a smaller plan on the branch `change`. Returns the commit of `main`. */
function commitChange({ write, git }: Repository): string {
  git('init', '-q', '-b', 'main');
  write('tenants/ada.yaml', kleffTenant('ada', 'pro'));
  git('add', '-A');
  git('commit', '-qm', 'one');
  git('tag', 'v1');
  git('update-ref', 'refs/remotes/origin/main', 'refs/heads/main');
  git('checkout', '-qb', 'change');
  write('tenants/ada.yaml', kleffTenant('ada', 'free'));
  git('commit', '-qam', 'two');
  return git('rev-parse', 'main').trim();
}

/** Commits directories with a copy of the tenants, as the author of a pull request can. */
function addCopies({ git, path }: Repository, names: readonly string[]): void {
  for (const name of names) cpSync(path('tenants'), path(name), { recursive: true });
  git('add', '-A');
  git('commit', '-qm', 'three');
}

const names = ['main', 'origin/main', 'HEAD', 'HEAD~1', 'HEAD~2', 'refs/heads/main', 'main:tenants', 'v1', 'change'];
const ranges = ['origin/main..HEAD', 'main...HEAD', 'HEAD~2..', 'main..change'];

suite('a directory with the name of a revision', (test) => {
  test('is not read in place of the revision', () =>
    inSandbox(async (sandbox) => {
      const base = commitChange(sandbox);
      addCopies(sandbox, [...names, ...ranges, base]);
      sandbox.write('HEAD/ada.yaml', kleffTenant('ada', 'pro'));
      const exact = ['refs/heads/main', 'HEAD~2', base, 'refs/heads/main:tenants', 'refs/remotes/origin/main'];
      for (const words of [[], ['refs/tags/v1', 'HEAD'], ...[...exact, ...ranges].map((name) => [name])]) {
        const { code, stdout, stderr } = await sandbox.cli('diff', '--fail-on', 'quota-shrunk', ...words);
        assert.is(code, 4, `${words}: ${stdout}${stderr}`);
      }
    }));

  test('is an error that names both spellings, which work', () =>
    inSandbox(async (sandbox) => {
      const base = commitChange(sandbox);
      const short = base.slice(0, 10);
      addCopies(sandbox, [...names, short]);
      for (const [name, revision] of [
        ['main', 'refs/heads/main'],
        ['origin/main', 'refs/remotes/origin/main'],
        ['main:tenants', 'refs/heads/main:tenants'],
        ['v1', base],
        [short, base],
      ] as const) {
        const spellings = `use ./${name} for the directory, or ${revision} for the revision`;
        for (const words of [[name], ['HEAD', name], ['--base', name]]) {
          const { code, stderr } = await sandbox.cli('diff', ...words);
          assert.is(code, 2, words.join(' '));
          assert.match(stderr, `leasehold: ${name} is both a directory and a Git revision; ${spellings}`);
        }
        assert.is((await sandbox.cli('diff', `./${name}`)).stdout, 'no changes\n');
        assert.is((await sandbox.cli('diff', '--fail-on', 'quota-shrunk', revision)).code, 4, revision);
      }
    }));

  test('is an error for the base of the configuration file', () =>
    inSandbox(async (sandbox) => {
      commitChange(sandbox);
      sandbox.write('.leasehold.yaml', 'base: origin/main\n');
      addCopies(sandbox, ['origin/main']);
      assert.match((await sandbox.cli('diff')).stderr, 'origin/main is both a directory and a Git revision');
      sandbox.write('.leasehold.yaml', 'base: refs/remotes/origin/main\n');
      assert.is((await sandbox.cli('diff', '--fail-on', 'quota-shrunk')).code, 4);
    }));

  test('is an error for simulate', () =>
    inSandbox(async ({ write, git, path, cli }) => {
      git('init', '-q', '-b', 'main');
      write('live.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [deployment] }));
      write('tenants/acme.yaml', treeWith('{}')[0]?.text ?? '');
      git('add', '-A');
      git('commit', '-qm', 'one');
      git('checkout', '-qb', 'change');
      write('tenants/acme.yaml', treeWith('{enforcement: {}}')[0]?.text ?? '');
      addCopies({ write, git, path }, ['main']);
      const simulated = (base: string) => cli('simulate', '--inventory', 'live.json', '--strict', '--base', base);
      const { code, stderr } = await simulated('main');
      assert.is(code, 2);
      assert.match(stderr, 'main is both a directory and a Git revision');
      assert.is((await simulated('refs/heads/main')).code, 4);
      assert.is((await simulated('./main')).code, 0);
    }));

  test('does not matter for a file, or without such a revision', () =>
    inSandbox(async (sandbox) => {
      commitChange(sandbox);
      sandbox.write('main', 'a program');
      addCopies(sandbox, ['old', 'a..b']);
      assert.is((await sandbox.cli('diff', '--fail-on', 'quota-shrunk', 'main')).code, 4);
      for (const directory of ['old', 'old/', './a..b', 'a..b/', 'old/../tenants'])
        assert.is((await sandbox.cli('diff', directory)).stdout, 'no changes\n', directory);
    }));
});
