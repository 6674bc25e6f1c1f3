import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { inWorld, type World } from './github/checkout.ts';
import { inRun } from './github/events.ts';

suite('a pull request with manifests', (test) => {
  const asked = {
    with: { mode: 'commit', deliver: 'pull-request', labels: 'manifests, ci', reviewers: 'bob, acme/ops' },
  };

  test('is closed if it is obsolete after a revert', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), { with: { mode: 'commit' } });
      const changed = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
      await runAction(server, checkout(changed), inRun(asked, 1001));
      assert.equal(
        server.pulls.map(({ labels, reviewers }) => [labels, reviewers]),
        [
          [
            ['manifests', 'ci'],
            ['bob', 'ops'],
          ],
        ],
      );
      const reverted = push({ 'tenants/acme.yaml': kleffTenant('acme') });
      const run = await runAction(server, checkout(reverted), inRun(asked, 1002));
      assert.equal([run.code, run.outputs['committed']], [0, 'false'], run.log);
      assert.is(server.repository.find('refs/heads/leasehold/rendered'), undefined);
      assert.match(server.comments[0]?.body ?? '', 'leasehold closed this pull request');
      assert.equal(server.violations, []);
    }));

  test('keeps the title and the text that people wrote', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), { with: { mode: 'commit' } });
      const changed = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
      await runAction(server, checkout(changed), inRun(asked, 1001));
      const [pull] = server.pulls;
      if (pull) Object.assign(pull, { title: 'Monday', body: `Please wait.\n${pull.body}` });
      const again = await runAction(server, checkout(changed), inRun(asked, 1002));
      assert.equal([again.outputs['committed'], again.outputs['pull-request']], ['false', '101'], again.log);
      assert.is(pull?.title, 'Monday');
      assert.match(pull?.body ?? '', /^Please wait\.[\s\S]*run 1002/);
    }));

  test('is reported if its branch cannot be deleted', () =>
    inWorld(async (world, main) => {
      const { server, push, checkout } = world;
      await runAction(server, checkout(await rendered(world, main)), asked);
      const reverted = push({ 'tenants/acme.yaml': kleffTenant('acme') });
      const hook = '#!/bin/sh\necho "error: GH006: Protected branch update failed for $1." >&2\nexit 1\n';
      writeFileSync(join(server.repository.folder, 'hooks/update'), hook, { mode: 0o755 });
      const run = await runAction(server, checkout(reverted), inRun(asked, 1001));
      assert.is(run.code, 1);
      assert.match(
        run.log,
        'leasehold/rendered cannot be deleted: remote: error: GH006: Protected branch update failed',
      );
      assert.match(run.log, 'close the obsolete pull request of this branch yourself');
    }));
});

/** Renders to the branch `rendered`, and returns a later commit of the sources, whose render differs. */
async function rendered({ server, push, checkout }: World, main: string): Promise<string> {
  await runAction(server, checkout(main), { with: { mode: 'commit' } });
  return push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
}

suite('the inputs for texts and people', (test) => {
  const words = {
    'commit-message': 'Manifests of {commit}',
    title: 'Manifests, please',
    labels: 'manifests\nci',
    reviewers: 'bob, acme/ops',
  };
  const given = { with: { mode: 'commit', deliver: 'pull-request', ...words } };

  test('are used in the commit and the pull request', () =>
    inWorld(async (world, main) => {
      const { server, checkout } = world;
      const head = await rendered(world, main);
      const run = await runAction(server, checkout(head), given);
      assert.is(run.code, 0, run.log);
      const message = server.repository.git(['log', '-1', '--format=%s%n%b', 'leasehold/rendered']);
      assert.match(message, `Manifests of ${head.slice(0, 12)}\nRendered by leasehold`);
      const [{ title, labels, reviewers, body } = { title: '', labels: [], reviewers: [], body: '' }] = server.pulls;
      assert.equal([title, labels, reviewers], ['Manifests, please', ['manifests', 'ci'], ['bob', 'ops']]);
      assert.not.match(body, 'unfinished');
      assert.match(run.summary, `\`${head.slice(0, 12)}\` is rendered into pull request #101 for \`rendered\``);
      assert.equal(server.violations, []);
    }));

  test('are validated before anything is written', () =>
    inWorld(async ({ server, checkout }, main) => {
      const run = await runAction(server, checkout(main), { with: { mode: 'commit', 'commit-message': 'a\nb' } });
      assert.equal([run.code, server.calls], [1, []]);
      assert.match(run.log, 'it must be one line');
    }));

  test('set the reviewers in the next run if GitHub rejects them once', () =>
    inWorld(async (world, main) => {
      const { server, checkout } = world;
      const head = await rendered(world, main);
      const message = 'Reviews may only be requested from collaborators.';
      server.interceptors.push(({ path }) =>
        path.includes('requested_reviewers') ? { status: 422, body: { message } } : undefined,
      );
      const first = await runAction(server, checkout(head), given);
      assert.equal([first.code, server.pulls[0]?.reviewers], [1, []]);
      assert.match(
        first.log,
        /::error::leasehold: GitHub rejected the request \(Reviews may only be requested from collaborators\.\)$/m,
      );
      const second = await runAction(server, checkout(head), inRun(given, 1001));
      assert.equal([second.code, server.pulls[0]?.reviewers], [0, ['bob', 'ops']], second.log);
      const third = await runAction(server, checkout(head), inRun(given, 1002));
      assert.equal([third.code, server.pulls.length, server.pulls[0]?.reviewers], [0, 1, ['bob', 'ops']]);
    }));

  test('set the reviewers of a single pull request if the response of GitHub is lost', () =>
    inWorld(async (world, main) => {
      const { server, checkout } = world;
      const head = await rendered(world, main);
      server.lostResponses.push(({ method, path }) => method === 'POST' && path.endsWith('/pulls'));
      const run = await runAction(server, checkout(head), given);
      assert.equal([run.code, run.outputs['pull-request'], server.pulls.length], [0, '101', 1], run.log);
      assert.equal(server.pulls[0]?.reviewers, ['bob', 'ops']);
    }));
});
