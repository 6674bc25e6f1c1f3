import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { inWorld, type World } from './github/checkout.ts';
import { annotationsIn } from './github/commands.ts';
import { pullRequest } from './github/events.ts';
import { temporaryFolder } from './temporary.ts';

const diff = { mode: 'diff' };
const commit = { mode: 'commit' };
const smaller = { 'tenants/acme.yaml': kleffTenant('acme', 'free') };

suite('a checkout of the wrong commit', (test) => {
  test('is rejected, because its check would always succeed', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const head = push({ 'tenants/globex.yaml': null }, 'change', base);
      const group = { merge_group: { base_sha: base, base_ref: 'refs/heads/main', head_sha: head } };
      const events = [
        pullRequest({ base, head }, 'pull_request_target'),
        { env: { GITHUB_EVENT_NAME: 'merge_group' }, payload: group },
      ];
      for (const event of events)
        for (const mode of ['diff', 'validate']) {
          const run = await runAction(server, checkout(base), { with: { mode }, ...event });
          assert.is(run.code, 1, run.log);
          const isTarget = event.env?.['GITHUB_EVENT_NAME'] === 'pull_request_target';
          assert.match(
            run.log,
            `is about ${head}: ${isTarget ? 'use the event pull_request' : 'remove the input ref'}`,
          );
        }
    }));

  test('is rejected for pull_request_target if Git cannot read the commit', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const head = push({ 'tenants/globex.yaml': 'kind: Tenant' }, 'change', base);
      const event = pullRequest({ base, head }, 'pull_request_target');
      const env = { ...event.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };
      const unreadable = { with: { mode: 'validate' }, ...event, env };
      const run = await runAction(server, checkout(base), unreadable);
      assert.is(run.code, 1, run.log);
      assert.match(run.log, 'Git cannot read the workspace');
      const workspace = temporaryFolder('leasehold-nested-');
      cpSync(checkout(base), join(workspace, 'repo'), { recursive: true });
      const nested = { with: { mode: 'validate', path: 'repo/tenants' }, ...event };
      const below = await runAction(server, workspace, nested);
      assert.is(below.code, 1, below.log);
    }));
});

suite('a checkout', (test) => {
  test('can be the merge commit or the head of a pull request', () =>
    inWorld(async ({ server, push, git, checkout }, main) => {
      const head = push(smaller, 'change', main);
      git('checkout', '--quiet', '-B', 'main', main);
      const base = push({ 'README.md': 'hello' });
      git('checkout', '--quiet', '--detach', base);
      git('merge', '--quiet', '--no-ff', '--message', `Merge ${head} into ${base}`, head);
      git('push', '--quiet', 'origin', 'HEAD:refs/pull/7/merge');
      const event = pullRequest({ base, head });
      for (const ref of [git('rev-parse', 'HEAD'), head]) {
        const run = await runAction(server, checkout(ref), { with: diff, ...event });
        assert.equal([run.code, run.outputs['objects-changed']], [0, '3'], run.log);
      }
    }));

  test('is read even if it lacks file contents and has no token to fetch them', () =>
    inWorld(async (world, base) => {
      const { server, push } = world;
      const gone = { 'tenants/globex.yaml': null, 'tenants/initech.yaml': null };
      const first = push(gone, 'change', base);
      const event = (head: string) => pullRequest({ base, head });
      const rejected = await runAction(server, partialCheckout(world, first, base), { with: diff, ...event(first) });
      const [, approval] = /the approval of this removal: (.*)/.exec(rejected.log) ?? [];
      const approved = { '.leasehold/approvals/out.yaml': `${approval}\n`, 'docs/guide.md': 'not in the checkout' };
      const head = push(approved, 'change');
      const workspace = partialCheckout(world, head, base);
      const run = await runAction(server, workspace, { with: diff, ...event(head) });
      assert.equal([run.code, run.outputs['objects-removed']], [0, '14'], run.log);
      await runAction(server, world.checkout(base), { with: commit });
      push({}, 'main', head);
      const rendered = await runAction(server, workspace, { with: commit });
      assert.equal([rendered.code, rendered.outputs['objects-removed']], [0, '14'], rendered.log);
    }));

  test('is rejected with a fix if another user owns it', () =>
    inWorld(async ({ server, checkout }, base) => {
      const env = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };
      for (const mode of [diff, commit]) {
        const run = await runAction(server, checkout(base), { with: mode, env });
        assert.is(run.code, 1);
        assert.match(run.log, 'dubious ownership');
        assert.match(run.log, 'safe.directory');
      }
    }));

  test('reports the same number of changes and the same risk with Windows line breaks and through a link', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const head = push(smaller, 'change', base);
      const workspace = checkout(head);
      for (const name of ['acme', 'globex', 'initech', 'platform']) {
        const file = join(workspace, `tenants/${name}.yaml`);
        writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
      }
      symlinkSync(workspace, `${workspace}-link`);
      const run = await runAction(server, `${workspace}-link`, { with: diff, ...pullRequest({ base, head }) });
      const { 'comment-id': _, ...outputs } = run.outputs;
      assert.equal([run.code, outputs['objects-changed'], outputs['risk']], [0, '3', 'quota-shrunk'], run.log);
    }));

  test('supports annotations, links and approvals with spaces in the path', () =>
    inWorld(async ({ server, push, git, checkout }) => {
      git('mv', 'tenants', 'my tenants');
      const base = push({});
      const given = { path: 'my tenants' };
      const rendered = { ...given, mode: 'commit', 'target-folder': 'eu west/out' };
      assert.is((await runAction(server, checkout(base), { with: rendered })).code, 0);
      const tenant = kleffTenant('acme');
      const changed = { 'my tenants/acme.yaml': `${tenant}status: {}\n` };
      const gone = { 'my tenants/globex.yaml': null, 'my tenants/initech.yaml': null };
      const head = push({ ...changed, ...gone });
      const run = await runAction(server, checkout(head), {
        with: { ...diff, ...given },
        ...pullRequest({ base, head }),
      });
      assert.equal(annotationsIn(run.log)[0]?.file, 'my tenants/acme.yaml');
      assert.match(run.summary, `/blob/${head}/my%20tenants/acme.yaml#L${tenant.split('\n').length})`);
      const [, approval] = /the approval of this removal: (.*)/.exec(run.log) ?? [];
      const approved = push({ '.leasehold/approvals/out.yaml': `${approval}\n` });
      const done = await runAction(server, checkout(approved), { with: rendered });
      assert.equal([done.code, done.outputs['objects-removed']], [0, '14'], done.log);
    }));
});

/**
 * Like a sparse and partial checkout on GitHub: without the files of directories other than tenants/, without the contents of other
 * commits, and without access to the server.
 */
function partialCheckout({ server }: World, commit: string, base: string): string {
  const workspace = temporaryFolder('leasehold-sparse-');
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: workspace, stdio: 'pipe' });
  git('init', '--quiet');
  git('remote', 'add', 'origin', `file://${server.repository.folder}`);
  git('config', 'remote.origin.promisor', 'true');
  git('config', 'remote.origin.partialclonefilter', 'blob:none');
  git('sparse-checkout', 'set', 'tenants');
  git('fetch', '--quiet', '--filter=blob:none', 'origin', commit, base);
  git('checkout', '--quiet', '--detach', commit);
  git('remote', 'set-url', 'origin', 'http://127.0.0.1:1/nowhere');
  return workspace;
}
