import * as assert from 'uvu/assert';
import { initFiles } from '../build/init-files.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { inEmptyWorld } from './github/checkout.ts';
import { pullRequest } from './github/events.ts';

suite('the last tenant', (test) => {
  test('is removed only with a .no-tenants file and an approval', () =>
    inEmptyWorld(async ({ server, push, checkout }) => {
      const own = Object.entries(initFiles).filter(([path]) => /^(?:platform|tenants)\//.test(path));
      const main = push(Object.fromEntries(own));
      assert.is((await runAction(server, checkout(main), { with: { mode: 'commit' } })).code, 0);
      const before = server.repository.find('rendered');
      const empty = push({ 'tenants/acme/tenant.yaml': null });
      for (const mode of ['validate', 'commit']) {
        const run = await runAction(server, checkout(empty), { with: { mode } });
        assert.is(run.code, 1);
        assert.match(run.log, 'if you removed the last tenant on purpose, add an empty file tenants/.no-tenants');
      }
      const meant = push({ 'tenants/.no-tenants': '' });
      await runAction(server, checkout(meant), {
        with: { mode: 'diff' },
        ...pullRequest({ base: main, head: meant }),
      });
      assert.match(server.comments[0]?.body ?? '', /12 of 12 objects of .+ would be deleted/);
      const rejected = await runAction(server, checkout(meant), { with: { mode: 'commit' } });
      assert.equal([rejected.code, server.repository.find('rendered')], [1, before], rejected.log);
      const [approval = ''] = /\{apiVersion: leasehold.*\}\}/.exec(rejected.log) ?? [];
      const approved = push({ '.leasehold/approvals/acme.yaml': `${approval}\n` });
      const run = await runAction(server, checkout(approved), { with: { mode: 'commit' } });
      assert.equal([run.code, run.outputs['objects-removed']], [0, '12'], run.log);
    }));
});
