import { pullRequest } from './events.ts';
import { addVersion, approvalLabel, type Change, mayReplace, type Version } from './model.ts';
import { race, runHead, runOne, runVersion, runWhileMoved } from './model-runs.ts';
import {
  advance,
  checkRender,
  describe,
  fail,
  type ModelState,
  otherPlan,
  propose,
  randomChange,
  reviewedChange,
  start,
} from './model-state.ts';
import type { Random } from './random.ts';

export type ModelEvent = (model: ModelState) => Promise<void> | void;

/** The events and their weights. */
const events: readonly (readonly [ModelEvent, number])[] = [
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

/** Each event as often as its weight, in random order. */
export function shuffledEvents({ below }: Random): ModelEvent[] {
  const shuffled = events.flatMap(([event, weight]) => new Array<ModelEvent>(weight).fill(event));
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other] as ModelEvent, shuffled[last] as ModelEvent];
  }
  return shuffled;
}

function push(model: ModelState): void {
  advance(model, 'push', addVersion(model.world, model.head, randomChange(model, model.head, 1)));
}

function merge(model: ModelState): void {
  advance(model, 'merge', addVersion(model.world, model.head, reviewedChange(model)));
}

function reset(model: ModelState): void {
  const { parent } = model.head;
  if (parent === undefined || model.deliver === 'folder') return;
  model.world.git('push', '--quiet', '--force', 'origin', `${parent.commit}:refs/heads/main`);
  advance(model, 'reset to', parent);
}

/** A tenant is removed with an approval, added again, and removed again without an approval. Each version has a run. */
async function removeAgain(model: ModelState): Promise<void> {
  const { plans, isBroken } = model.head;
  const gone = model.random.pick([...plans.keys()]);
  const others = new Map([...plans].filter(([name]) => name !== gone));
  if (isBroken || others.size === 0) return;
  for (const change of [{ plans: others, approval: 'file' }, { plans }, { plans: others }] as const) {
    await runPushed(model, change);
  }
}

async function runPushed(model: ModelState, change: Change): Promise<void> {
  advance(model, 'push', addVersion(model.world, model.head, change));
  await runHead(model);
  checkRender(model);
}

/** A tenant gets another plan, and then its former plan again. In between, nobody merges the manifests. */
async function revert(model: ModelState): Promise<void> {
  const { plans, isBroken } = model.head;
  if (isBroken) return;
  await runHead(model);
  mergeManifests(model);
  await runPushed(model, { plans: otherPlan(model) });
  await runPushed(model, { plans });
}

/** The run of a version ends after the run of the next version. */
async function runLate(model: ModelState): Promise<void> {
  if (model.head.isBroken) return;
  advance(model, 'push', addVersion(model.world, model.head, { plans: otherPlan(model) }));
  const early = model.head;
  await runPushed(model, { plans: otherPlan(model) });
  model.pending = model.pending.filter((version) => version !== early);
  await runVersion(model, early, false);
}

/** A pull request from this repository or from a fork, in mode diff. */
async function review(model: ModelState): Promise<void> {
  const { head } = model;
  const change = reviewedChange(model);
  const proposed = propose(model, head, change, 'change');
  const isForeign = model.random.chance(30);
  const event = pullRequest({
    base: head.commit,
    head: proposed.commit,
    labels: change.approval === 'label' ? [approvalLabel] : [],
    ...(isForeign ? { from: 'mallory/tenants' } : {}),
  });
  const token = isForeign ? { token: 'read-token' } : {};
  const run = await start(model, proposed, { with: { mode: 'diff', ...token }, ...event });
  model.trace.push(`review of ${describe(proposed)}: ${run.code}`);
  if (run.code === 0 && proposed.isBroken) fail(model, 'the check of a pull request with an error succeeds', run);
  if (head.isBroken || proposed.isBroken || (run.code === 0) === mayReplace(head, proposed)) return;
  fail(model, 'the review of a pull request is wrong', run);
}

/** Two pull requests in the merge queue; the group is merged if its run succeeds. */
async function mergeQueue(model: ModelState): Promise<void> {
  const { head, random, world } = model;
  if (head.isBroken) return;
  const branch = 'gh-readonly-queue/main/pr-8';
  const group: Version[] = [];
  for (const approval of ['label', random.pick(['label', 'file', undefined] as const)] as const) {
    const parent = group.at(-1) ?? head;
    group.push(propose(model, parent, { plans: randomChange(model, parent, 1).plans, approval }, branch));
  }
  const newest = group.at(-1) as Version;
  const { labels, queue } = world.server;
  queue.splice(0, queue.length, ...group.map(({ commit }) => ({ commit, labels: labels.get(commit) ?? [] })));
  for (const { commit } of group) labels.delete(commit);
  const payload = { merge_group: { base_sha: head.commit, base_ref: 'refs/heads/main', head_sha: newest.commit } };
  const env = { GITHUB_EVENT_NAME: 'merge_group', GITHUB_REF: `refs/heads/${branch}` };
  const run = await start(model, newest, { with: { mode: 'diff' }, payload, env });
  if ((run.code === 0) !== mayReplace(head, newest))
    fail(model, `the merge queue is wrong about ${describe(newest)}`, run);
  if (run.code !== 0) return;
  for (const entry of queue) if (entry.labels.length > 0) labels.set(entry.commit, entry.labels);
  world.git('push', '--quiet', '--force', 'origin', `${newest.commit}:refs/heads/main`);
  advance(model, 'merge queue', newest);
}

/** Mode commit in a run for a ref other than the source branch must fail and write nothing. */
async function runElsewhere(model: ModelState): Promise<void> {
  const { repository } = model.world.server;
  const proposed = propose(model, model.head, randomChange(model, model.head, 2), 'feature');
  const refs = () => repository.git(['for-each-ref', 'refs/heads/main', 'refs/heads/rendered']);
  const before = refs();
  const ref = model.random.pick(['refs/heads/feature', 'refs/tags/v1', 'refs/pull/7/merge']);
  const env = { GITHUB_REF: ref, GITHUB_EVENT_NAME: 'workflow_dispatch' };
  const run = await start(model, proposed, { with: { mode: 'commit', deliver: model.deliver }, env });
  model.trace.push(`run of ${ref}: ${run.code}`);
  if (run.code === 0 || refs() !== before) fail(model, 'a run of another branch writes', run);
}

/** A person merges the pull request with the manifests. */
function mergeManifests({ deliver, trace, world: { server } }: ModelState): void {
  const branch = 'refs/heads/leasehold/rendered';
  const commit = server.repository.find(branch);
  if (deliver !== 'pull-request' || commit === undefined || server.pulls.length === 0) return;
  server.repository.git(['update-ref', 'refs/heads/rendered', commit]);
  server.repository.git(['update-ref', '-d', branch]);
  server.pulls.length = 0;
  trace.push('the manifests are merged');
}
