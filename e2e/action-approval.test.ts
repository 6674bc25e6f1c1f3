import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { type Files, inWorld, tenantFiles } from './github/checkout.ts';
import { inRun, pullRequest } from './github/events.ts';

const diff = { mode: 'diff' };
const commit = { mode: 'commit' };
const label = 'leasehold/approve-removal';
const gone: Files = { 'tenants/globex.yaml': null, 'tenants/initech.yaml': null };
const back = tenantFiles('globex', 'initech');
const smaller: Files = { 'tenants/acme.yaml': kleffTenant('acme', 'free') };

suite('the label that approves a removal', (test) => {
  test('does not count in a repeated run after someone removed it', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const head = push(gone, 'change', base);
      const event = { with: diff, ...pullRequest({ base, head, labels: [label] }) };
      assert.is((await runAction(server, checkout(head), event)).code, 0);
      const repeated = await runAction(server, checkout(head), { ...inRun(event, 1000, 2), labelsNow: [] });
      assert.is(repeated.code, 1, repeated.log);
      assert.equal(server.violations, []);
    }));

  test('counts in a repeated run after someone added it', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const head = push(gone, 'change', base);
      const event = { with: diff, ...pullRequest({ base, head }), labelsNow: [label] };
      assert.is((await runAction(server, checkout(head), event)).code, 0);
    }));

  test('counts as listed in the event if the token cannot read labels', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const head = push(gone, 'change', base);
      server.interceptors.push(({ path }) =>
        path.includes('/labels')
          ? { status: 403, body: { message: 'Resource not accessible by integration' } }
          : undefined,
      );
      const event = pullRequest({ base, head, labels: [label], from: 'mallory/tenants' });
      const run = await runAction(server, checkout(head), { with: { ...diff, token: 'read-token' }, ...event });
      assert.is(run.code, 0, run.log);
    }));

  test('covers every commit of its pull request in a comparison with the rendered manifests', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      await runAction(server, checkout(base), { with: commit });
      push(gone, 'change', base);
      const head = push(smaller, 'change');
      const given = { with: { ...diff, against: 'rendered' } };
      const labeled = { ...given, ...pullRequest({ base, head, labels: [label] }) };
      const run = await runAction(server, checkout(head), labeled);
      assert.equal([run.code, run.outputs['objects-removed']], [0, '14'], run.log);
      assert.is((await runAction(server, checkout(head), { ...given, ...pullRequest({ base, head }) })).code, 1);
    }));

  test('covers every commit of its pull request in a merge queue, and no commit of the next pull request', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const branch = 'gh-readonly-queue/main/pr-8';
      push(gone, branch, base);
      const first = push(smaller, branch);
      server.queue.push({ commit: first, labels: [label] });
      const env = { GITHUB_EVENT_NAME: 'merge_group', GITHUB_REF: `refs/heads/${branch}` };
      const group = (head: string) => ({ base_sha: base, base_ref: 'refs/heads/main', head_sha: head });
      const given = (head: string) => ({ with: diff, payload: { merge_group: group(head) }, env });
      const run = await runAction(server, checkout(first), given(first));
      assert.is(run.code, 0, run.log);
      push(tenantFiles('hooli'), branch);
      const second = push({ 'tenants/acme.yaml': null }, branch);
      server.queue.push({ commit: second, labels: [] });
      const next = await runAction(server, checkout(second), given(second));
      assert.is(next.code, 1, next.log);
      assert.match(next.log, /7 of 21 objects of .+ would be deleted/);
    }));
});

suite('approvals on the source branch', (test) => {
  test('do not count for a revert of a revert', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), { with: commit });
      const removed = push(gone);
      server.labels.set(removed, [label]);
      assert.is((await runAction(server, checkout(removed), inRun({ with: commit }, 1001))).code, 0);
      const reverted = push(back);
      assert.is((await runAction(server, checkout(reverted), inRun({ with: commit }, 1002))).code, 0);
      const again = push(gone);
      const run = await runAction(server, checkout(again), inRun({ with: commit }, 1003));
      assert.is(run.code, 1, run.log);
      assert.match(run.log, /14 of 21 objects of .+ would be deleted/);
    }));

  test('do not count for a second removal after a revert, even if the first removal was never rendered', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), { with: commit });
      server.labels.set(push(gone), [label]);
      push(back);
      const again = push(gone);
      const run = await runAction(server, checkout(again, 10), inRun({ with: commit }, 1001));
      assert.is(run.code, 1, run.log);
    }));

  test('count only for their own pull request, even if one run renders two pull requests', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), { with: commit });
      server.labels.set(push({ 'tenants/globex.yaml': null }), [label]);
      const second = push({ 'tenants/globex.yaml': kleffTenant('globex', 'free'), 'tenants/initech.yaml': null });
      const run = await runAction(server, checkout(second), inRun({ with: commit }, 1001));
      assert.is(run.code, 1, run.log);
      assert.match(run.log, '7 of 21 objects of initech would be deleted (33%25, more than 20%25)');
    }));

  test('must be repeated if a later commit renames the directory of the tenants', () =>
    inWorld(async ({ server, push, git, checkout }, main) => {
      await runAction(server, checkout(main), { with: commit });
      server.labels.set(push(gone), [label]);
      git('mv', 'tenants', 'customers');
      const head = push({});
      const given = { with: { ...commit, path: 'customers' } };
      const run = await runAction(server, checkout(head), inRun(given, 1001));
      assert.is(run.code, 1, run.log);
      assert.match(run.log, 'of globex, initech');
      server.labels.set(head, [label]);
      const approved = await runAction(server, checkout(head), inRun(given, 1002));
      assert.is(approved.code, 0, approved.log);
    }));
});

suite('a file with an approval', (test) => {
  test('counts only if its name ends in .yaml or .yml, and the error names the others', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const head = push(gone, 'change', base);
      const rejected = await runAction(server, checkout(head), { with: diff, ...pullRequest({ base, head }) });
      const [, approval] = /the approval of this removal: (.*)/.exec(rejected.log) ?? [];
      for (const name of ['out', 'out.txt', 'out.yaml.orig']) {
        const unread = push({ [`.leasehold/approvals/${name}`]: `${approval}\n` }, 'change', head);
        const run = await runAction(server, checkout(unread), { with: diff, ...pullRequest({ base, head: unread }) });
        assert.is(run.code, 1, run.log);
        assert.match(run.log, `${name} is not read, because its name does not end in .yaml`);
      }
      const read = push({ '.leasehold/approvals/out.yml': `${approval}\n` }, 'change', head);
      assert.is(
        (await runAction(server, checkout(read), { with: diff, ...pullRequest({ base, head: read }) })).code,
        0,
      );
    }));
});
