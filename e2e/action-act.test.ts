import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAct } from './github/act.ts';
import { type Files, inWorld } from './github/checkout.ts';
import { pullRequest } from './github/events.ts';

const folder = resolve(import.meta.dirname, '../docs/workflows');
/** The workflows of the documentation, as files in a repository. */
const workflows: Files = Object.fromEntries(
  readdirSync(folder).map((name) => [`.github/workflows/${name}`, readFileSync(resolve(folder, name), 'utf8')]),
);

suite('run by act, the workflows of the documentation', (test) => {
  test('render after a push to main, change nothing in a second run, and fail on an error', () =>
    inWorld(async ({ server, push, checkout }, before) => {
      const main = push(workflows);
      const event = (after: string) => ({
        name: 'push',
        payload: {
          ref: 'refs/heads/main',
          before,
          after,
          repository: { full_name: 'acme/tenants', default_branch: 'main' },
        },
      });
      const first = await runAct(server, checkout(main), event(main));
      assert.is(first.code, 0, first.log);
      assert.match(first.log, '["acme","globex","initech"] changed, rendered as');
      const rendered = server.repository.find('rendered');
      assert.match(server.repository.git(['show', 'rendered:hydrator.metadata']), main);
      const second = await runAct(server, checkout(main), event(main));
      assert.equal([second.code, server.repository.find('rendered')], [0, rendered], second.log);
      const wrong = push({ 'tenants/acme.yaml': kleffTenant('acme', 'golden') });
      const third = await runAct(server, checkout(wrong), event(wrong));
      assert.equal([third.code, server.repository.find('rendered')], [1, rendered], third.log);
      assert.equal([server.violations, server.repository.git(['fsck', '--strict', '--no-dangling'])], [[], '']);
    }));

  test('write one comment on a pull request, and none on a pull request from a fork', () =>
    inWorld(async ({ server, push, checkout }) => {
      const main = push(workflows);
      const head = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') }, 'change', main);
      const { payload = {} } = pullRequest({ base: main, head });
      const own = await runAct(server, checkout(head), { name: 'pull_request', payload });
      assert.is(own.code, 0, own.log);
      assert.is(server.comments.length, 1);
      assert.match(server.comments[0]?.body ?? '', 'worst risk **quota-shrunk**');
      server.comments.length = 0;
      const fork = {
        name: 'pull_request',
        payload: pullRequest({ base: main, head, from: 'mallory/tenants' }).payload ?? {},
      };
      const foreign = await runAct(server, checkout(head), { ...fork, token: 'read-token' });
      assert.equal([foreign.code, server.comments, server.violations], [0, [], []], foreign.log);
    }));
});
