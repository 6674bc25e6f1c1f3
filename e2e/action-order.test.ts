import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { inWorld } from './github/checkout.ts';
import { inRun } from './github/events.ts';
import type { GitHubServer } from './github/server.ts';

const mode = { with: { mode: 'commit' } };

suite('an older run never overwrites a newer render', (test) => {
  test('if the source branch has moved on', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const next = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
      await runAction(server, checkout(next), mode);
      const late = await runAction(server, checkout(main), mode);
      assert.equal([late.code, late.outputs['committed']], [0, 'false']);
      assert.match(
        late.log,
        `::notice::nothing is committed: the branch already contains the render of ${next.slice(0, 12)}, which is newer`,
      );
      assert.is(drySha(server), next);
    }));

  test('if the newer run found no change and wrote nothing', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), mode);
      const second = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
      const third = push({ 'tenants/acme.yaml': kleffTenant('acme') });
      await runAction(server, checkout(third), mode);
      const late = await runAction(server, checkout(second), mode);
      assert.equal([late.code, late.outputs['committed'], drySha(server)], [0, 'false', main]);
    }));

  test('but it renders the newest commit, which might not have its own run, for example because of [skip ci]', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), mode);
      const merged = push({ 'tenants/globex.yaml': kleffTenant('globex', 'free') });
      const unrun = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
      const run = await runAction(server, checkout(merged), mode);
      assert.equal([run.code, run.outputs['committed'], drySha(server)], [0, 'true', unrun], run.log);
      const why = `the tenants changed in a later commit of main, ${unrun.slice(0, 12)}, so this run renders that commit`;
      assert.match(run.log, `::notice::${why}`);
      assert.equal(JSON.parse(run.outputs['changed-tenants'] ?? ''), ['acme', 'globex']);
      const metadata = server.repository.git(['show', 'rendered:hydrator.metadata']);
      assert.match(metadata, '"author": "Alice <alice@example.com>"');
      assert.match(server.repository.git(['log', '-1', '--format=%B', 'rendered']), unrun);
      assert.equal(server.violations, []);
    }));

  test('but it fails if the newest commit has an error or removes too much', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), mode);
      const merged = push({ 'tenants/globex.yaml': kleffTenant('globex', 'free') });
      push({ 'tenants/acme.yaml': null });
      const removal = await runAction(server, checkout(merged), mode);
      assert.match(removal.log, 'objects of acme would be deleted');
      push({ 'tenants/acme.yaml': 'kind: Tenant\n' });
      const broken = await runAction(server, checkout(merged), mode);
      assert.match(broken.log, '1 error, so nothing is committed');
      assert.equal([removal.code, broken.code, drySha(server)], [1, 1, main]);
    }));

  test('but it commits if later commits do not change the tenants', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      push({ 'README.md': 'hello' });
      const run = await runAction(server, checkout(main), mode);
      assert.equal([run.code, run.outputs['committed'], drySha(server)], [0, 'true', main]);
    }));

  test('but the run for the head commits after history was rewritten', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const lost = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
      const other = push({ 'tenants/acme.yaml': kleffTenant('acme', 'pro') }, 'main', main);
      const late = await runAction(server, checkout(lost), mode);
      assert.equal([late.code, server.repository.find('rendered')], [1, undefined]);
      assert.match(late.log, `${lost.slice(0, 12)} is not in the history of main`);
      const run = await runAction(server, checkout(other), mode);
      assert.equal([run.code, drySha(server)], [0, other]);
    }));

  test('but it commits after the branch was reset to an earlier commit', () =>
    inWorld(async ({ server, push, git, checkout }, main) => {
      const wrong = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
      await runAction(server, checkout(wrong), mode);
      git('push', '--quiet', '--force', 'origin', `${main}:refs/heads/main`);
      const run = await runAction(server, checkout(main), mode);
      assert.equal([run.code, run.outputs['committed'], drySha(server)], [0, 'true', main], run.log);
    }));

  test('if all runs start at the same time', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), mode);
      const plans = ['free', 'pro', 'enterprise'];
      const commits = plans.map((plan) => push({ 'tenants/acme.yaml': kleffTenant('acme', plan) }));
      const runs = await Promise.all(
        commits.map((commit, index) => runAction(server, checkout(commit), inRun(mode, 1001 + index))),
      );
      assert.equal(
        runs.map(({ code }) => code),
        [0, 0, 0],
        runs.map(({ log }) => log).join('\n---\n'),
      );
      assert.is(drySha(server), commits[2]);
      assert.equal(server.violations, []);
    }));
});

suite('a branch that moves during a write', (test) => {
  test('gets the render on top of the new commit', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), mode);
      const next = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
      let moved: string | undefined;
      server.interceptors.push(({ path }) => {
        if (path === '/graphql' && !moved) moved = somebodyCommits(server);
        return undefined;
      });
      const run = await runAction(server, checkout(next), mode);
      assert.is(run.code, 0, run.log);
      assert.match(run.log, 'attempt 1 of 15 to commit failed: ');
      assert.is(server.repository.find('rendered^'), moved);
    }));

  test('fails the run if it never stops moving', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), mode);
      const next = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
      server.interceptors.push(({ path }) => {
        if (path === '/graphql') somebodyCommits(server);
        return undefined;
      });
      const run = await runAction(server, checkout(next), mode);
      assert.is(run.code, 1);
      assert.match(run.log, '15 attempts to commit failed');
    }));

  test('counts as written by this run if the response was lost', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), mode);
      const next = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
      server.lostResponses.push(({ path }) => path === '/graphql');
      const run = await runAction(server, checkout(next), mode);
      assert.equal([run.code, run.outputs['committed']], [0, 'true'], run.log);
      assert.is(run.outputs['rendered-sha'], server.repository.find('rendered'));
      assert.is(server.repository.git(['rev-list', '--count', 'rendered']).trim(), '2');
    }));

  test('is not created twice by two runs at the same time', () =>
    inWorld(async ({ server, checkout }, main) => {
      const workspaces = [checkout(main), checkout(main)];
      const runs = await Promise.all(workspaces.map((one, index) => runAction(server, one, inRun(mode, 1001 + index))));
      assert.equal(
        runs.map(({ code }) => code),
        [0, 0],
        runs.map(({ log }) => log).join('\n---\n'),
      );
      assert.is(server.repository.git(['rev-list', '--count', 'rendered']).trim(), '1');
    }));
});

function drySha({ repository }: GitHubServer): string {
  return (JSON.parse(repository.git(['show', 'rendered:hydrator.metadata'])) as { drySha: string }).drySha;
}

function somebodyCommits({ repository }: GitHubServer): string {
  const head = repository.find('rendered') ?? '';
  const tree = repository.git(['rev-parse', 'rendered^{tree}']).trim();
  const commit = repository.commit({ tree, parents: [head], message: `touch ${head}` });
  repository.git(['update-ref', 'refs/heads/rendered', commit]);
  return commit;
}
