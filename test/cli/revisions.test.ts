import { symlinkSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { inSandbox, kleffTenant, program, spawn } from './sandbox.ts';

suite('diff of Git revisions', (test) => {
  test('reads them without a checkout, also for a directory below the root', () =>
    inSandbox(async ({ write, git, cli, remove, path, root }) => {
      git('init', '-q', '-b', 'main');
      write('infra/tenants/ada.yaml', kleffTenant('ada'));
      write('infra/tenants/größe und platz.yaml', kleffTenant('bob'));
      write('infra/tenants/.hidden.yaml', ':');
      write('infra/tenants/base.txt', kleffTenant('not-read'));
      git('add', '-A');
      git('commit', '-qm', 'one');
      write('infra/tenants/ada.yaml', kleffTenant('ada', 'pro'));
      git('commit', '-qam', 'two');
      remove('infra/tenants/ada.yaml');
      const both = await cli('diff', 'HEAD~1', 'main', '--dir', 'infra/tenants');
      assert.match(
        both.stdout,
        /\n3 objects of 1 tenant: 0 added, 3 changed, 0 removed; 2 quota-raised, 1 routine\n$/,
        both.stderr,
      );
      assert.match(
        (await cli('diff', 'main', '--dir', 'infra/tenants')).stdout,
        /1 tenant: 0 added, 0 changed, \d removed; 1 data-loss/,
      );
      assert.is(git('status', '--porcelain').trim(), 'D infra/tenants/ada.yaml');
      assert.ok(root.length > 0 && path('x').startsWith(root));
    }));

  test('compares a renamed directory, as REVISION:DIR', () =>
    inSandbox(async ({ write, git, cli }) => {
      git('init', '-q', '-b', 'main');
      write('tenants/ada.yaml', kleffTenant('ada'));
      git('add', '-A');
      git('commit', '-qm', 'one');
      git('mv', 'tenants', 'clusters');
      git('commit', '-qm', 'two');
      for (const head of ['main:clusters', 'clusters'])
        assert.is((await cli('diff', 'HEAD~1:tenants', head)).stdout, 'no changes\n', head);
      const { code, stderr } = await cli('diff', 'HEAD~1', 'main');
      assert.is(code, 2);
      assert.match(
        stderr,
        /^leasehold: main has no \.yaml, \.yml or \.json files in tenants; to compare another directory, use main:DIR; if/,
      );
    }));

  test('compares a repository that contains only tenants, however its path is written', () =>
    inSandbox(async ({ write, git, cli }) => {
      git('init', '-q', '-b', 'main');
      write('ada.yaml', kleffTenant('ada'));
      git('add', '-A');
      git('commit', '-qm', 'one');
      write('ada.yaml', kleffTenant('ada', 'pro'));
      git('commit', '-qam', 'two');
      const bases = [
        ['HEAD~1', '.'],
        ['HEAD~1', './'],
        ['HEAD~1:', '.'],
        ['HEAD~1:.', '.'],
        ['HEAD~1:./', 'main:'],
      ];
      const options = ['.', './'].flatMap((path) => [
        ['HEAD~1', '--dir', path],
        ['HEAD~1', 'main', '--dir', path],
      ]);
      for (const words of [...bases, ...options]) {
        const { code, stdout, stderr } = await cli('diff', ...words);
        assert.equal([code, stderr], [0, ''], words.join(' '));
        assert.match(
          stdout,
          /\n3 objects of 1 tenant: 0 added, 3 changed, 0 removed; 2 quota-raised, 1 routine\n$/,
          words.join(' '),
        );
      }
    }));

  test('uses the directory that is named as the head for the base, too, unless --dir names another one', () =>
    inSandbox(async ({ write, git, cli, path }) => {
      git('init', '-q', '-b', 'main');
      write('eu/ada.yaml', kleffTenant('ada'));
      write('tenants/bob.yaml', kleffTenant('bob'));
      git('add', '-A');
      git('commit', '-qm', 'one');
      for (const head of ['eu', './eu/', path('eu')])
        assert.is((await cli('diff', 'main', head)).stdout, 'no changes\n', head);
      assert.match(
        (await cli('diff', 'main', 'eu', '--dir', 'tenants')).stdout,
        /14 objects of 2 tenants: 7 added, 0 changed, 7 rem/,
      );
    }));

  test('shows everything as added, with a note, if the base has no tenants', () =>
    inSandbox(async ({ write, git, cli }) => {
      git('init', '-q', '-b', 'main');
      write('README.md', 'hello');
      git('add', '-A');
      git('commit', '-qm', 'one');
      write('tenants/ada.yaml', kleffTenant('ada'));
      git('add', '-A');
      git('commit', '-qm', 'two');
      for (const head of [['HEAD'], []]) {
        const { code, stdout, stderr } = await cli('diff', 'HEAD~1', ...head);
        assert.is(code, 0, stderr);
        assert.match(
          stdout,
          /^ada\n {2}\+ [\s\S]*\n7 objects of 1 tenant: 7 added, 0 changed, 0 removed; 7 tenant-added\n$/,
        );
        assert.match(
          stderr,
          /^HEAD~1 has no \.yaml, \.yml or \.json files in tenants, so everything counts as added; to compare another directory, use HEAD~1:DIR\n$/,
        );
        assert.is((await cli('diff', 'HEAD~1', ...head, '--quiet')).stderr, '');
      }
    }));

  test('rejects a head without tenants, and a missing directory of a named revision', () =>
    inSandbox(async ({ write, git, cli }) => {
      git('init', '-q', '-b', 'main');
      write('tenants/ada.yaml', kleffTenant('ada'));
      git('add', '-A');
      git('commit', '-qm', 'one');
      git('rm', '-q', 'tenants/ada.yaml');
      git('commit', '-qm', 'two', '--allow-empty');
      const { code, stderr } = await cli('diff', 'HEAD~1', 'HEAD');
      assert.is(code, 2);
      assert.match(
        stderr,
        /^leasehold: HEAD has no \.yaml, \.yml or \.json files in tenants; to compare another directory, use HEAD:DIR; if/,
      );
      const named = await cli('diff', 'HEAD~1:tenant', 'HEAD~1');
      assert.is(named.code, 2);
      assert.match(
        named.stderr,
        /^leasehold: HEAD~1 has no \.yaml, \.yml or \.json files in tenant; to compare another directory, use HEAD~1:DIR; if/,
      );
    }));

  test('reports a shallow clone if a revision is missing', () =>
    inSandbox(({ write, git, path }) => {
      git('init', '-q', '-b', 'main', 'deep');
      write('deep/tenants/ada.yaml', kleffTenant('ada'));
      git('-C', 'deep', 'add', '-A');
      git('-C', 'deep', 'commit', '-qm', 'one');
      git('-C', 'deep', 'commit', '-qm', 'two', '--allow-empty');
      git('clone', '-q', '--depth', '1', `file://${path('deep')}`, 'shallow');
      const { stderr } = spawn(process.execPath, [program, 'diff', 'HEAD~1'], path('shallow'));
      assert.match(
        stderr,
        /no directory HEAD~1 exists, and HEAD~1 is not a revision of this repository; this clone is shallow: fetch more/,
      );
    }));

  test('does not treat a link or a submodule in place of a tenant as its removal', () =>
    inSandbox(async ({ write, git, cli, remove, path }) => {
      git('init', '-q', '-b', 'main');
      for (const name of ['ada', 'bob']) write(`tenants/${name}/tenant.yaml`, kleffTenant(name));
      git('add', '-A');
      git('commit', '-qm', 'one');
      remove('tenants/ada');
      symlinkSync('../elsewhere', path('tenants/ada'));
      git('add', '-A');
      git('commit', '-qm', 'two');
      git('rm', '-q', 'tenants/ada');
      git('update-index', '--add', '--cacheinfo', `160000,${git('rev-parse', 'HEAD').trim()},tenants/ada`);
      git('commit', '-qm', 'three');
      for (const [head, what] of [
        ['HEAD~1', 'is a symbolic link, which is not followed'],
        ['HEAD', 'is a submodule, whose files are not read'],
      ] as const) {
        const { code, stdout, stderr } = await cli('diff', 'HEAD~2', head);
        assert.equal([code, stdout], [1, '']);
        assert.match(stderr, `tenants/ada:1:1 error unreadable-file: tenants/ada ${what}`);
      }
    }));

  test('follows a tenants directory that is a link inside the repository, in revisions and in the work tree', () =>
    inSandbox(async ({ write, git, cli, path }) => {
      git('init', '-q', '-b', 'main');
      write('envs/prod/ada.yaml', kleffTenant('ada'));
      symlinkSync('envs/prod', path('tenants'));
      git('add', '-A');
      git('commit', '-qm', 'one');
      write('envs/prod/ada.yaml', kleffTenant('ada', 'pro'));
      assert.match((await cli('diff', 'main')).stdout, '3 objects of 1 tenant: 0 added, 3 changed, 0 removed; ');
    }));
});
