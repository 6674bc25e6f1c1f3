import { pullRequest } from './events.ts';
import { addVersion, approvalLabel, type Change, mayReplace, type Version } from './model.ts';
import {
  advance,
  checkRender,
  describe,
  fail,
  type Game,
  otherPlan,
  propose,
  randomChange,
  reviewedChange,
  start,
} from './model-game.ts';
import { race, runHead, runOne, runVersion, runWhileMoved } from './model-runs.ts';
import type { Random } from './random.ts';

export type GameEvent = (game: Game) => Promise<void> | void;

/** The events and their weights. */
const events: readonly (readonly [GameEvent, number])[] = [
  [push, 2],
  [merge, 3],
  [reset, 1],
  [review, 1],
  [mergeQueue, 1],
  [runElsewhere, 1],
  [mergeManifests, 1],
  [removeAgain, 1],
  [revert, 2],
  [runLate, 2],
  [runOne, 4],
  [race, 2],
  [runWhileMoved, 1],
];

/** Each event as often as its weight, in random order. Together they find every mistake that the test looks for. */
export function dealEvents({ below }: Random): GameEvent[] {
  const dealt = events.flatMap(([event, weight]) => new Array<GameEvent>(weight).fill(event));
  for (let last = dealt.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [dealt[last], dealt[other]] = [dealt[other] as GameEvent, dealt[last] as GameEvent];
  }
  return dealt;
}

function push(game: Game): void {
  advance(game, 'push', addVersion(game.world, game.head, randomChange(game, game.head, 1)));
}

function merge(game: Game): void {
  advance(game, 'merge', addVersion(game.world, game.head, reviewedChange(game)));
}

function reset(game: Game): void {
  const { parent } = game.head;
  if (parent === undefined || game.deliver === 'folder') return;
  game.world.git('push', '--quiet', '--force', 'origin', `${parent.commit}:refs/heads/main`);
  advance(game, 'reset to', parent);
}

/** A tenant is removed with an approval, added again, and removed again without an approval. Each version has a run. */
async function removeAgain(game: Game): Promise<void> {
  const { plans, isBroken } = game.head;
  const gone = game.random.pick([...plans.keys()]);
  const others = new Map([...plans].filter(([name]) => name !== gone));
  if (isBroken || others.size === 0) return;
  for (const change of [{ plans: others, approval: 'file' }, { plans }, { plans: others }] as const) {
    await runPushed(game, change);
  }
}

async function runPushed(game: Game, change: Change): Promise<void> {
  advance(game, 'push', addVersion(game.world, game.head, change));
  await runHead(game);
  checkRender(game);
}

/** A tenant gets another plan, and then its former plan again. In between, nobody merges the manifests. */
async function revert(game: Game): Promise<void> {
  const { plans, isBroken } = game.head;
  if (isBroken) return;
  await runHead(game);
  mergeManifests(game);
  await runPushed(game, { plans: otherPlan(game) });
  await runPushed(game, { plans });
}

/** The run of a version ends after the run of the next version. */
async function runLate(game: Game): Promise<void> {
  if (game.head.isBroken) return;
  advance(game, 'push', addVersion(game.world, game.head, { plans: otherPlan(game) }));
  const early = game.head;
  await runPushed(game, { plans: otherPlan(game) });
  game.pending = game.pending.filter((version) => version !== early);
  await runVersion(game, early, false);
}

/** A pull request of this repository or of a fork, in mode diff. */
async function review(game: Game): Promise<void> {
  const { head } = game;
  const change = reviewedChange(game);
  const proposed = propose(game, head, change, 'change');
  const isForeign = game.random.chance(30);
  const event = pullRequest({
    base: head.commit,
    head: proposed.commit,
    labels: change.approval === 'label' ? [approvalLabel] : [],
    ...(isForeign ? { from: 'mallory/tenants' } : {}),
  });
  const token = isForeign ? { token: 'read-token' } : {};
  const run = await start(game, proposed, { with: { mode: 'diff', ...token }, ...event });
  game.trace.push(`review of ${describe(proposed)}: ${run.code}`);
  if (run.code === 0 && proposed.isBroken) fail(game, 'a pull request with an error is green', run);
  if (head.isBroken || proposed.isBroken || (run.code === 0) === mayReplace(head, proposed)) return;
  fail(game, 'the answer to a pull request is wrong', run);
}

/** Two pull requests in the merge queue; the group is merged if its run is green. */
async function mergeQueue(game: Game): Promise<void> {
  const { head, random, world } = game;
  if (head.isBroken) return;
  const branch = 'gh-readonly-queue/main/pr-8';
  const group: Version[] = [];
  for (const approval of ['label', random.pick(['label', 'file', undefined] as const)] as const) {
    const parent = group.at(-1) ?? head;
    group.push(propose(game, parent, { plans: randomChange(game, parent, 1).plans, approval }, branch));
  }
  const newest = group.at(-1) as Version;
  const { labels, queue } = world.server;
  queue.splice(0, queue.length, ...group.map(({ commit }) => ({ commit, labels: labels.get(commit) ?? [] })));
  for (const { commit } of group) labels.delete(commit);
  const payload = { merge_group: { base_sha: head.commit, base_ref: 'refs/heads/main', head_sha: newest.commit } };
  const env = { GITHUB_EVENT_NAME: 'merge_group', GITHUB_REF: `refs/heads/${branch}` };
  const run = await start(game, newest, { with: { mode: 'diff' }, payload, env });
  if ((run.code === 0) !== mayReplace(head, newest))
    fail(game, `the merge queue is wrong about ${describe(newest)}`, run);
  if (run.code !== 0) return;
  for (const entry of queue) if (entry.labels.length > 0) labels.set(entry.commit, entry.labels);
  world.git('push', '--quiet', '--force', 'origin', `${newest.commit}:refs/heads/main`);
  advance(game, 'merge queue', newest);
}

/** Mode commit in a run for another branch than the source branch must fail and write nothing. */
async function runElsewhere(game: Game): Promise<void> {
  const { repository } = game.world.server;
  const proposed = propose(game, game.head, randomChange(game, game.head, 2), 'feature');
  const refs = () => repository.git(['for-each-ref', 'refs/heads/main', 'refs/heads/rendered']);
  const before = refs();
  const ref = game.random.pick(['refs/heads/feature', 'refs/tags/v1', 'refs/pull/7/merge']);
  const env = { GITHUB_REF: ref, GITHUB_EVENT_NAME: 'workflow_dispatch' };
  const run = await start(game, proposed, { with: { mode: 'commit', deliver: game.deliver }, env });
  game.trace.push(`run of ${ref}: ${run.code}`);
  if (run.code === 0 || refs() !== before) fail(game, 'a run of another branch writes', run);
}

/** A person merges the pull request with the manifests. */
function mergeManifests({ deliver, trace, world: { server } }: Game): void {
  const branch = 'refs/heads/leasehold/rendered';
  const commit = server.repository.find(branch);
  if (deliver !== 'pull-request' || commit === undefined || server.pulls.length === 0) return;
  server.repository.git(['update-ref', 'refs/heads/rendered', commit]);
  server.repository.git(['update-ref', '-d', branch]);
  server.pulls.length = 0;
  trace.push('the manifests are merged');
}
