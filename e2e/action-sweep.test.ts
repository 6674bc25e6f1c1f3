import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { type ActionRun, type Given, runAction } from './github/action-run.ts';
import { inWorld, platform, tenantFiles, type World } from './github/checkout.ts';
import { inRun, pullRequest } from './github/events.ts';
import { committedManifests, expectedManifests, haveSameManifests } from './github/rendered-branch.ts';
import type { Reply } from './github/state.ts';

const forbidden = { message: 'Resource not accessible by integration' };
const later = () => ({
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 3600),
});
/** The ways in which a call can fail once. The next run must repair the result of the failure. */
const failures: readonly (() => Reply)[] = [
  () => ({ status: 403, body: forbidden }),
  () => ({ status: 403, body: { message: 'API rate limit exceeded' }, headers: later() }),
  () => ({ status: 422, body: { message: 'Something is wrong' } }),
  () => ({ status: 404, body: { message: 'Not Found' } }),
];
const words = { labels: 'manifests', reviewers: 'bob' };
const removal = { 'tenants/globex.yaml': null, 'tenants/initech.yaml': null };

interface Scenario {
  readonly commit: string;
  readonly given: Given;
  /** Asserts the state after a run without a failure. */
  readonly check: (run: ActionRun) => void;
}

/** A commit whose manifests are proposed, with an approved removal since the last render. */
async function proposed({ server, push, checkout }: World, main: string): Promise<Scenario> {
  await runAction(server, checkout(main), { with: { mode: 'commit' } });
  server.labels.set(push(removal), ['leasehold/approve-removal']);
  const commit = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
  const sources = { 'tenants/platform.yaml': platform, 'tenants/acme.yaml': kleffTenant('acme', 'free') };
  const expected = expectedManifests(Object.entries(sources).map(([path, text]) => ({ path, text })));
  const check = (run: ActionRun) => {
    assert.is(run.code, 0, run.log);
    assert.ok(haveSameManifests(expected ?? new Map(), committedManifests(server.repository, 'leasehold/rendered')));
    assert.equal(
      server.pulls.map(({ labels, reviewers }) => [labels, reviewers]),
      [[['manifests'], ['bob']]],
    );
  };
  return { commit, given: { with: { mode: 'commit', deliver: 'pull-request', ...words } }, check };
}

/** A commit whose pull request has become empty. */
async function reverted(world: World, main: string): Promise<Scenario> {
  const { server, push, checkout } = world;
  const { commit: changed, given } = await proposed(world, main);
  await runAction(server, checkout(changed, 10), given);
  const commit = push(tenantFiles('acme', 'globex', 'initech'));
  const check = (run: ActionRun) => {
    assert.is(run.code, 0, run.log);
    assert.is(server.repository.find('refs/heads/leasehold/rendered'), undefined);
  };
  return { commit, given, check };
}

/** A pull request with an approved removal, compared with the rendered manifests. */
async function reviewed({ server, push, checkout }: World, base: string): Promise<Scenario> {
  await runAction(server, checkout(base), { with: { mode: 'commit' } });
  const commit = push(removal, 'change', base);
  const event = pullRequest({ base, head: commit, labels: ['leasehold/approve-removal'] });
  const check = (run: ActionRun) => {
    assert.is(run.code, 0, run.log);
    assert.is(server.comments.filter(({ pull }) => pull === 7).length, 1);
    assert.match(run.summary, 'Tenants removed (2)');
  };
  return { commit, given: { with: { mode: 'diff', against: 'rendered' }, ...event }, check };
}

/** With SWEEP=all each call fails in every way, otherwise in one of them. */
const ways = process.env['SWEEP'] === 'all' ? failures.map((_, index) => index) : [0];

suite('a call that fails', (test) => {
  for (const [what, stage] of Object.entries({ proposed, reverted, reviewed }))
    for (const way of ways)
      test(`has no effect, or fails the run with a reason and the next run completes the work: ${what}`, async () => {
        let index = 0;
        while (await failsAt(index, stage, failures[(index + way) % failures.length]?.() as Reply)) index++;
        assert.ok(index >= 2, `${index} calls`);
      });
});

/** Lets the call with this index fail. Returns false if the run has no such call. */
async function failsAt(
  index: number,
  prepare: (world: World, main: string) => Promise<Scenario>,
  failure: Reply,
): Promise<boolean> {
  let hasFailed = false;
  await inWorld(async (world, main) => {
    const { server, checkout } = world;
    const { commit, given, check } = await prepare(world, main);
    let left = index;
    server.calls.length = 0;
    server.interceptors.push(() => (left-- > 0 ? undefined : failure));
    const run = await runAction(server, checkout(commit), inRun(given, 1001));
    hasFailed = server.interceptors.length === 0;
    server.interceptors.length = 0;
    if (run.code !== 0) assert.match(run.log, /::error::leasehold: \S/);
    assert.not.match(run.log, /^ {4}at /m);
    assert.not.match(run.log, 'please report it');
    assert.ok((run.summary.match(/^### /gm) ?? []).length <= 1, run.summary);
    if (run.code === 0) check(run);
    else check(await runAction(server, checkout(commit), inRun(given, 1002)));
    assert.equal(server.violations, []);
  });
  return hasFailed;
}
