import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { inWorld, tenantFiles } from './github/checkout.ts';
import { inRun } from './github/events.ts';
import type { GitHubServer } from './github/server.ts';
import { builtTool } from './tools/paths.ts';

const mode = { mode: 'commit' };

for (const node of [process.execPath, builtTool('node24')]) {
  suite(`mode commit on ${node === process.execPath ? 'the Node that runs the tests' : 'Node 24'}`, (test) => {
    test('creates a branch with the manifests and the metadata of their source commit, in a signed root commit', () =>
      inWorld(async ({ server, checkout }, main) => {
        const run = await runAction(server, checkout(main), { with: mode, node });
        assert.is(run.code, 0, run.log);
        const head = server.repository.find('refs/heads/rendered');
        assert.equal(
          [run.outputs['rendered-sha'], run.outputs['committed'], run.outputs['verified']],
          [head, 'true', 'true'],
        );
        assert.equal(filesOf(server, 'rendered'), [
          '.leasehold.json',
          'acme/kleff-tenant.tenants.acme.yaml',
          'globex/kleff-tenant.tenants.globex.yaml',
          'hydrator.metadata',
          'initech/kleff-tenant.tenants.initech.yaml',
          'inventory.json',
        ]);
        const { date, ...metadata } = JSON.parse(server.repository.git(['show', 'rendered:hydrator.metadata']));
        assert.equal(metadata, {
          repoURL: `${server.url}/acme/tenants`,
          drySha: main,
          author: 'Alice <alice@example.com>',
          subject: 'change tenants',
          body: 'as requested\n',
        });
        assert.is(server.repository.git(['rev-list', '--count', 'rendered']).trim(), '1');
        assert.match(date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
        assertValid(server, 2);
      }));

    test('commits all changes in one call, removes the manifests of deleted files, and does nothing in the second run', () =>
      inWorld(async ({ server, push, checkout }, main) => {
        await runAction(server, checkout(main), { with: mode, node });
        const next = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free'), 'tenants/globex.yaml': null });
        server.calls.length = 0;
        const given = { with: { ...mode, 'max-removed': '50' }, node };
        const run = await runAction(server, checkout(next), given);
        assert.is(run.code, 0, run.log);
        assert.equal([run.outputs['changed-tenants'], run.outputs['risk']], ['["acme","globex"]', 'data-loss']);
        assert.equal(
          server.calls.map(({ path }) => path),
          ['/graphql'],
        );
        const changed = server.repository.git(['diff', '--name-status', 'rendered^', 'rendered']).trim().split('\n');
        assert.equal(changed, [
          'M\t.leasehold.json',
          'M\tacme/kleff-tenant.tenants.acme.yaml',
          'D\tglobex/kleff-tenant.tenants.globex.yaml',
          'M\thydrator.metadata',
          'M\tinventory.json',
        ]);
        const again = await runAction(server, checkout(push({ 'README.md': 'hi' })), given);
        assert.equal([again.code, again.outputs['committed']], [0, 'false']);
        assert.is(again.outputs['rendered-sha'], run.outputs['rendered-sha']);
        assertValid(server, 3);
      }));
  });
}

suite('manifests are committed', (test) => {
  test('to a directory of the branch, next to files of other owners', () =>
    inWorld(async ({ server, push, checkout }) => {
      const main = push({ 'rendered/README.md': 'kept by hand' });
      const run = await runAction(server, checkout(main), { with: { ...mode, deliver: 'folder' } });
      assert.is(run.code, 0, run.log);
      const files = filesOf(server, 'main');
      assert.ok(files.includes('rendered/README.md') && files.includes('rendered/acme/kleff-tenant.tenants.acme.yaml'));
      assert.ok(files.includes('tenants/acme.yaml'));
      const own = server.repository.find('refs/heads/main') ?? '';
      const again = await runAction(server, checkout(own), { with: { ...mode, deliver: 'folder' } });
      assert.is(again.outputs['committed'], 'false', again.log);
      assertValid(server, 1);
    }));

  test('by one pull request that later runs update, on top of the target branch', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), { with: mode });
      const asked = { with: { ...mode, deliver: 'pull-request' } };
      const second = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
      const first = await runAction(server, checkout(second), inRun(asked, 1001));
      assert.equal([first.code, first.outputs['pull-request']], [0, '101']);
      const third = push({ 'tenants/globex.yaml': kleffTenant('globex', 'pro') });
      await runAction(server, checkout(third), inRun(asked, 1002));
      assert.equal(
        server.pulls.map(({ head, base }) => [head, base]),
        [['leasehold/rendered', 'rendered']],
      );
      assert.ok(server.repository.isAncestor('rendered', 'leasehold/rendered'));
      const changed = server.repository
        .git(['diff', '--name-only', 'rendered', 'leasehold/rendered'])
        .trim()
        .split('\n');
      assert.ok(changed.includes('acme/kleff-tenant.tenants.acme.yaml'));
      assert.ok(changed.includes('globex/kleff-tenant.tenants.globex.yaml'));
      const again = await runAction(server, checkout(third), inRun(asked, 1003));
      assert.is(again.outputs['rendered-sha'], server.repository.find('leasehold/rendered'));
      assertValid(server, 4);
    }));

  test('for two clusters to two directories of one branch', () =>
    inWorld(async ({ server, checkout }, main) => {
      for (const folder of ['clusters/eu', 'clusters/us']) {
        const run = await runAction(server, checkout(main), { with: { ...mode, 'target-folder': folder } });
        assert.is(run.code, 0, run.log);
      }
      const files = filesOf(server, 'rendered');
      assert.is(files.filter((file) => file.endsWith('/hydrator.metadata')).length, 2);
      assertValid(server, 3);
    }));

  test('only if no file has an error', () =>
    inWorld(async ({ server, push, checkout }) => {
      const head = push({ ...tenantFiles('acme'), 'tenants/globex.yaml': 'kind: Tenant\n' });
      const run = await runAction(server, checkout(head), { with: mode });
      assert.equal([run.code, run.outputs['committed'], server.calls], [1, 'false', []]);
      assert.is(server.repository.find('refs/heads/rendered'), undefined);
    }));
});

function filesOf({ repository }: GitHubServer, branch: string): readonly string[] {
  return repository.git(['ls-tree', '-r', '--name-only', branch]).trim().split('\n');
}

/** Asserts that every request is valid, git fsck accepts every object, no temporary ref remains, and enough commits exist. */
function assertValid({ violations, repository }: GitHubServer, minCommits: number): void {
  assert.equal(violations, []);
  assert.is(repository.git(['fsck', '--strict', '--no-dangling']).trim(), '');
  assert.is(repository.git(['for-each-ref', '--format=%(refname)', 'refs/leasehold']), '');
  assert.ok(repository.git(['log', '--all', '--format=%H']).trim().split('\n').length >= minCommits);
}
