import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { inWorld } from './github/checkout.ts';
import { inRun, pullRequest } from './github/events.ts';

suite('the environment of a runner', (test) => {
  test('can configure git, for example with the address of a server', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const { port } = new URL(server.url);
      const settings = {
        GITHUB_SERVER_URL: `http://git.invalid:${port}`,
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'http.curloptResolve',
        GIT_CONFIG_VALUE_0: `git.invalid:${port}:127.0.0.1`,
      };
      const run = await runAction(server, checkout(base), { with: { mode: 'commit' }, env: settings });
      assert.equal([run.code, run.outputs['committed']], [0, 'true'], run.log);
      const head = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') }, 'change', base);
      const event = pullRequest({ base, head });
      const review = await runAction(server, checkout(head), {
        with: { mode: 'diff', against: 'rendered' },
        payload: event.payload ?? {},
        env: { ...event.env, ...settings },
      });
      assert.equal([review.code, review.outputs['objects-changed']], [0, '3'], review.log);
      const { GIT_CONFIG_COUNT: _, ...without } = settings;
      const failed = await runAction(server, checkout(base), { with: { mode: 'commit' }, env: without });
      assert.is(failed.code, 1, 'the run reaches the server without the setting');
    }));
});

suite('pull requests for several directories', (test) => {
  test('have branch names that do not conflict', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const folders = ['eu', 'eu/west', 'eu%2Fwest'];
      const given = (folder: string, deliver: string) => ({
        with: { mode: 'commit', 'target-branch': 'envs', 'target-folder': folder, deliver },
      });
      for (const folder of folders) {
        const run = await runAction(server, checkout(base), given(folder, 'branch'));
        assert.is(run.code, 0, run.log);
      }
      const head = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
      for (const [index, folder] of folders.entries()) {
        const run = await runAction(server, checkout(head), inRun(given(folder, 'pull-request'), 1001 + index));
        assert.equal([run.code, run.outputs['pull-request']], [0, String(101 + index)], run.log);
      }
      assert.is(new Set(server.pulls.map((pull) => pull.head)).size, folders.length);
    }));
});
