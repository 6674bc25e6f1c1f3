import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { inWorld } from './github/checkout.ts';

suite('the action', (test) => {
  test('validate', () =>
    inWorld(async ({ server, push, checkout }) => {
      const bad = push({ 'tenants/acme.yaml': kleffTenant('acme', 'golden') });
      const run = await runAction(server, checkout(bad), { with: { mode: 'validate', 'sarif-file': 'out/x.sarif' } });
      console.log(run);
      assert.equal(server.faults, []);
    }));
  test('commit', () =>
    inWorld(async ({ server, checkout }, main) => {
      const run = await runAction(server, checkout(main), { with: { mode: 'commit' } });
      console.log(
        run,
        server.calls.map(({ method, path }) => `${method} ${path}`),
      );
      console.log(
        server.repository.git(['log', '--all', '--oneline', '--graph']),
        server.repository.git(['ls-tree', '-r', '--name-only', 'rendered']),
        server.repository.git(['show', 'rendered:hydrator.metadata']),
      );
      assert.equal(server.faults, []);
      const again = await runAction(server, checkout(main), { with: { mode: 'commit' } });
      console.log(again);
    }));
  test('diff', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const head = push(
        {
          'tenants/acme.yaml': kleffTenant('acme', 'free'),
          'tenants/globex.yaml': null,
          '.leasehold/prices.yaml':
            'apiVersion: leasehold.dev/v1alpha1\nkind: PriceList\nspec: {currency: EUR, prices: {requests.cpu: 10, requests.memory: 2.5}}\n',
        },
        'change',
        main,
      );
      const payload = {
        pull_request: {
          number: 7,
          base: { sha: main },
          head: { sha: head, repo: { full_name: 'acme/tenants' } },
          labels: [],
        },
      };
      const run = await runAction(server, checkout(head), {
        with: { mode: 'diff' },
        payload,
        env: { GITHUB_EVENT_NAME: 'pull_request', GITHUB_REF: 'refs/pull/7/merge' },
      });
      console.log(run.log, run.outputs, run.summary);
      assert.equal(server.faults, []);
      console.log(server.comments);
    }));
});
