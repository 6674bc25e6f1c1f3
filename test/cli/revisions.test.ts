import { symlinkSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { inSandbox, kleffTenant } from './sandbox.ts';

suite('diff of Git revisions', (test) => {
  test('reads them without a checkout, from any directory of the repository', () =>
    inSandbox(({ write, git, leasehold, remove, path, root }) => {
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
      const both = leasehold('diff', 'HEAD~1', 'main', '--path', 'infra/tenants');
      assert.match(both.stdout, /\n1 tenant: 0 added, 3 changed, 0 removed; 3 routine\n$/, both.stderr);
      assert.match(
        leasehold('diff', 'main', '--path', 'infra/tenants').stdout,
        /1 tenant: 0 added, 0 changed, \d removed; 1 data-loss/,
      );
      assert.is(git('status', '--porcelain').trim(), 'D infra/tenants/ada.yaml');
      assert.ok(root.length > 0 && path('x').startsWith(root));
    }));

  test('treats links as in a directory: followed within, refused outside', () =>
    inSandbox(({ write, git, leasehold, path }) => {
      git('init', '-q', '-b', 'main');
      write('tenants/ada.yaml', kleffTenant('ada'));
      symlinkSync('../outside.yaml', path('tenants/out.yaml'));
      git('add', '-A');
      git('commit', '-qm', 'one');
      const { code, stderr } = leasehold('diff', 'main', 'main');
      assert.is(code, 1);
      assert.match(stderr, /^tenants\/out\.yaml:1:1 error unreadable-file: .* is a link that leaves the repository/);
    }));

  test('says when there is no such revision, path or repository', () =>
    inSandbox(({ write, git, leasehold }) => {
      write('tenants/ada.yaml', kleffTenant('ada'));
      assert.match(leasehold('diff', 'main').stderr, /^leasehold: fatal: not a git repository/);
      git('init', '-q', '-b', 'main');
      git('add', '-A');
      git('commit', '-qm', 'one');
      assert.match(
        leasehold('diff', 'nope').stderr,
        /^leasehold: nope is neither a directory nor a revision of this repository\n/,
      );
      assert.match(leasehold('diff', 'main', '--path', 'nope').stderr, /^leasehold: main has no files below nope\n/);
      assert.is(leasehold('diff', '--', '--upload-pack=touch pwned').code, 2);
      assert.is(leasehold('diff', 'main').stdout, 'no object differs\n');
    }));
});
