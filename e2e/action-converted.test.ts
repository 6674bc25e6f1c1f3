import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { inWorld, type World } from './github/checkout.ts';
import { pullRequest } from './github/events.ts';

suite('a file that Git converts', (test) => {
  const rejectedAt = async ({ server, checkout }: World, base: string, head: string, message: string) => {
    const event = pullRequest({ base, head });
    for (const mode of ['diff', 'validate']) {
      const run = await runAction(server, checkout(head), { with: { mode }, ...event });
      assert.is(run.code, 1, `${mode}: ${run.log}`);
      assert.match(run.log, message);
    }
  };

  test('is rejected if a .gitattributes above the tenants directory converts it', () =>
    inWorld(async (world, base) => {
      const attributes = { '.gitattributes': 'tenants/acme.yaml working-tree-encoding=UTF-7\n' };
      const head = world.push(attributes, 'change', base);
      await rejectedAt(world, base, head, 'sets attributes with which Git changes the content of files');
      const main = world.push({}, 'main', head);
      const run = await runAction(world.server, world.checkout(main), { with: { mode: 'commit' } });
      assert.is(run.code, 1, run.log);
    }));

  test('is rejected if it has another text than the checked-out commit', () =>
    inWorld(async (world, base) => {
      const head = world.push({ 'tenants/acme.yaml': kleffTenant('acme', 'enterprise') }, 'change', base);
      const converted = (commit: string) => {
        const workspace = world.checkout(commit);
        writeFileSync(join(workspace, 'tenants/acme.yaml'), kleffTenant('acme'));
        return workspace;
      };
      await rejectedAt({ ...world, checkout: converted }, base, head, 'tenants/acme.yaml in the working tree differs');
    }));

  test('is accepted if a step adds it', () =>
    inWorld(async ({ server, checkout }, main) => {
      const workspace = checkout(main);
      writeFileSync(join(workspace, 'tenants/umbrella.yaml'), kleffTenant('umbrella'));
      const run = await runAction(server, workspace, { with: { mode: 'validate' } });
      assert.is(run.code, 0, run.log);
      assert.match(run.summary, '5 files');
    }));
});
