import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { type Files, inWorld, tenantFiles } from './github/checkout.ts';
import { inRun, pullRequest } from './github/events.ts';
import type { GitHubServer } from './github/server.ts';

const diff = { mode: 'diff' };
const commit = { mode: 'commit' };
const label = 'leasehold/approve-removal';
const gone: Files = { 'tenants/globex.yaml': null, 'tenants/initech.yaml': null };
const back = tenantFiles('globex', 'initech');
const smaller: Files = { 'tenants/acme.yaml': kleffTenant('acme', 'free') };

suite('a label in a sequence of events', (test) => {
  const onPush = (base: string, head: string, action = 'synchronize') => {
    const event = pullRequest({ base, head, labels: [label] });
    return { with: diff, ...event, payload: { ...event.payload, action } };
  };

  test('does not count for a later push, and counts after it is added again', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const first = push({ 'tenants/globex.yaml': null }, 'change', base);
      const labeled = { with: diff, ...pullRequest({ base, head: first, labels: [label] }) };
      assert.is((await runAction(server, checkout(first), labeled)).code, 0);
      const second = push({ 'tenants/initech.yaml': null }, 'change');
      const pushed = await runAction(server, checkout(second), inRun(onPush(base, second), 1001));
      assert.is(pushed.code, 1, pushed.log);
      assert.match(
        pushed.log,
        `the label ${label} is older than the last push or change of the target branch, so it has no effect: add it again`,
      );
      assert.equal(server.openLabels.get(7), []);
      const again = { with: diff, ...pullRequest({ base, head: second, labels: [label] }) };
      assert.is((await runAction(server, checkout(second), inRun(again, 1002))).code, 0);
      assert.equal(server.violations, []);
    }));

  test('does not count when a pull request is reopened, because GitHub does not report pushes to a closed one', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const large = push(gone, 'change', base);
      const run = await runAction(server, checkout(large), onPush(base, large, 'reopened'));
      assert.is(run.code, 1, run.log);
      assert.equal(server.openLabels.get(7), []);
    }));

  test('does not count when the target branch changes, because the label approved another change', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const large = push(gone, 'change', base);
      const event = onPush(base, large, 'edited');
      const payload = { ...event.payload, changes: { base: { ref: { from: 'other' } } } };
      const run = await runAction(server, checkout(large), { ...event, payload });
      assert.is(run.code, 1, run.log);
      assert.match(run.log, `the label ${label} is older than the change of the target branch`);
      assert.equal(server.openLabels.get(7), []);
    }));

  test('counts in the run for another label only if it is newer than the last push and change of the target branch', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const head = push(gone, 'change', base);
      const event = pullRequest({ base, head, labels: [label] });
      const payload = { ...event.payload, action: 'labeled', label: { name: 'area/x' } };
      const run = async (id: number) => runAction(server, checkout(head), inRun({ with: diff, ...event, payload }, id));
      const unknown = await run(1001);
      assert.is(unknown.code, 1, unknown.log);
      assert.match(unknown.log, `the label ${label} may be older than the last push`);
      assert.equal(server.openLabels.get(7), []);
      server.labelings.set(7, [{ label, at: '2026-06-01T10:00:00Z' }]);
      server.pushes.set('change', { commit: head, at: '2026-06-01T10:00:00Z' });
      assert.match((await run(1002)).log, `the label ${label} is older than the last push`);
      server.labelings.set(7, [
        { label, at: '2026-06-01T10:00:01Z' },
        { label: 'area/x', at: '2026-06-01T10:00:02Z' },
      ]);
      const approved = await run(1003);
      assert.is(approved.code, 0, approved.log);
      const labelings = server.labelings.get(7) ?? [];
      server.openLabels.set(7, [label]);
      server.labelings.set(7, [...labelings, { base: 'main' }]);
      const retargeted = await run(1005);
      assert.is(retargeted.code, 1, retargeted.log);
      assert.match(retargeted.log, 'is older than the last push or change of the target branch');
      server.labelings.set(7, labelings);
      server.pushes.set('change', { commit: base, at: '2026-06-01T09:00:00Z' });
      assert.is((await run(1004)).code, 1, 'GitHub does not list the push of the head yet');
      assert.equal(server.violations, []);
    }));

  test('stays on a pull request that does not need it, and does not count if the token cannot remove it', () =>
    inWorld(async ({ server, push, checkout }, base) => {
      const small = push(smaller, 'change', base);
      assert.is((await runAction(server, checkout(small), onPush(base, small))).code, 0);
      assert.equal(server.openLabels.get(7), [label]);
      const large = push(gone, 'change');
      const token = { with: { ...diff, token: 'read-token', comment: 'false' } };
      const run = await runAction(server, checkout(large), { ...onPush(base, large), ...token });
      assert.is(run.code, 1);
      assert.match(run.log, 'cannot be removed');
      const again = await runAction(server, checkout(large), inRun({ ...onPush(base, large), ...token }, 1001, 2));
      assert.is(again.code, 1, again.log);
    }));

  test('does not count for a commit that a reset of the source branch removed', () =>
    inWorld(async ({ server, push, git, checkout }, main) => {
      await runAction(server, checkout(main), { with: commit });
      server.labels.set(push(gone), [label]);
      git('push', '--quiet', '--force', 'origin', `${main}:refs/heads/main`);
      const again = push(gone, 'main', push({ 'README.md': 'hello' }, 'main', main));
      const run = await runAction(server, checkout(again), inRun({ with: commit }, 1001));
      assert.is(run.code, 1, run.log);
      assert.match(run.log, /14 of 21 objects of .+ would be deleted/);
    }));

  test('does not count again after the approved removal was rendered and the source branch was reset', () =>
    inWorld(async ({ server, push, git, checkout }, main) => {
      await runAction(server, checkout(main), { with: commit });
      const removed = push(gone);
      server.labels.set(removed, [label]);
      assert.is((await runAction(server, checkout(removed), inRun({ with: commit }, 1001))).code, 0);
      git('push', '--quiet', '--force', 'origin', `${main}:refs/heads/main`);
      assert.is((await runAction(server, checkout(main), inRun({ with: commit }, 1002))).code, 0);
      const again = push(gone, 'main', push({ 'README.md': 'hello' }, 'main', main));
      assert.is((await runAction(server, checkout(again), inRun({ with: commit }, 1003))).code, 1);
    }));

  test('counts if a failed run is repeated after the label was added, but a repeated run of an older commit writes nothing', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), { with: commit });
      const removed = push(gone);
      assert.is((await runAction(server, checkout(removed), inRun({ with: commit }, 1001))).code, 1);
      server.labels.set(removed, [label]);
      assert.is((await runAction(server, checkout(removed), inRun({ with: commit }, 1001, 2))).code, 0);
      const returned = push(back);
      assert.is((await runAction(server, checkout(returned), inRun({ with: commit }, 1002))).code, 0);
      const late = await runAction(server, checkout(removed), inRun({ with: commit }, 1001, 3));
      assert.equal([late.code, late.outputs['committed']], [0, 'false'], late.log);
    }));

  test('does not count if the rendered commit is unknown, but a committed approval of exactly this removal does', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), { with: commit });
      forgetSource(server);
      push({ 'tenants/globex.yaml': null });
      const head = push({ 'tenants/initech.yaml': null });
      server.labels.set(head, [label]);
      const run = await runAction(server, checkout(head), inRun({ with: commit }, 1001));
      assert.is(run.code, 1, run.log);
      const [, approval] = /the approval of this removal: (.*)/.exec(run.log) ?? [];
      const approved = push({ '.leasehold/approvals/out.yaml': `${approval}\n` });
      const done = await runAction(server, checkout(approved), inRun({ with: commit }, 1002));
      assert.equal([done.code, done.outputs['objects-removed']], [0, '14'], done.log);
    }));
});

/** Records a source commit that is not in the repository. */
function forgetSource({ repository }: GitHubServer): void {
  const blob = repository.git(['hash-object', '-w', '--stdin'], JSON.stringify({ drySha: 'f'.repeat(40) })).trim();
  const others = repository.git(['ls-tree', 'rendered']).trim().split('\n');
  const entries = others.map((line) =>
    line.endsWith('\thydrator.metadata') ? `100644 blob ${blob}\thydrator.metadata` : line,
  );
  const tree = repository.git(['mktree'], `${entries.join('\n')}\n`).trim();
  const head = repository.find('rendered') ?? '';
  const changed = repository.commit({ tree, parents: [head], message: 'forget the source' });
  repository.git(['update-ref', 'refs/heads/rendered', changed]);
}
