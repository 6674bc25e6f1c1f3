import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { inEmptyWorld, platform, type World } from './github/checkout.ts';

const mode = { mode: 'commit' };
const files = {
  'tenants/platform.yaml': platform,
  'tenants/acme/tenant.yaml': kleffTenant('acme'),
  'tenants/globex/tenant.yaml': kleffTenant('globex'),
  'elsewhere.txt': '../elsewhere',
};

/** Pushes a commit that replaces the directory of globex with an entry of this mode. */
function replaceDirectory({ git }: World, entry: '120000' | '160000', object: string): string {
  git('read-tree', 'HEAD');
  git('rm', '-rq', '--cached', 'tenants/globex');
  git('update-index', '--add', '--cacheinfo', `${entry},${object},tenants/globex`);
  const commit = git('commit-tree', git('write-tree'), '-p', 'HEAD', '-m', 'replace the directory');
  git('push', '--quiet', '--force', 'origin', `${commit}:refs/heads/main`);
  return commit;
}

suite('a directory of a tenant that a commit replaces', (test) => {
  for (const [what, entry, message] of [
    ['a link', '120000', /tenants\/globex.* symbolic link/],
    ['a submodule', '160000', /tenants\/globex.* submodule/],
  ] as const)
    test(`by ${what} fails the Action, and the objects of the tenant stay on the branch`, () =>
      inEmptyWorld(async (world) => {
        const { server, push, checkout, git } = world;
        const first = await runAction(server, checkout(push(files)), { with: mode });
        assert.is(first.code, 0, first.log);
        const rendered = server.repository.find('refs/heads/rendered');
        const object = git('rev-parse', entry === '120000' ? 'HEAD:elsewhere.txt' : 'HEAD');
        const head = replaceDirectory(world, entry, object);
        const run = await runAction(server, checkout(head), { with: mode });
        assert.equal([run.code, run.outputs['committed']], [1, 'false']);
        assert.match(run.log, message);
        assert.is(server.repository.find('refs/heads/rendered'), rendered);
      }));
});
