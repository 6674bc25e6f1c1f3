import * as assert from 'uvu/assert';
import { type ActionRun, type Given, runAction } from './action-run.ts';
import type { World } from './checkout.ts';
import { inRun } from './events.ts';
import { addVersion, type Change, firstVersion, sources, type Version } from './model.ts';
import type { Random } from './random.ts';
import { committedManifests, expectedManifests, haveSameManifests } from './rendered-branch.ts';

export type Deliver = 'branch' | 'folder' | 'pull-request';

/** One random sequence of events, with the expected state of the repository and of its runs. */
export interface ModelState {
  readonly world: World;
  readonly random: Random;
  readonly deliver: Deliver;
  /** The events so far, for the message of a failure. */
  readonly trace: string[];
  readonly versions: Map<string, Version>;
  head: Version;
  /** Versions of main whose run has not started. */
  pending: Version[];
  runs: number;
  /** The last finished run of the head of main. */
  last: { readonly version: Version; readonly run: ActionRun } | undefined;
}

const names = ['acme', 'globex', 'hooli', 'initech', 'soylent', 'umbrella'];
const plans = ['free', 'pro', 'enterprise'];

export async function startModel(world: World, random: Random, deliver: Deliver): Promise<ModelState> {
  const head = firstVersion(world, names.slice(0, 4));
  const versions = new Map([[head.commit, head]]);
  const model: ModelState = {
    world,
    random,
    deliver,
    trace: [],
    versions,
    head,
    pending: [head],
    runs: 1000,
    last: undefined,
  };
  // A pull request needs a base branch.
  if (deliver === 'pull-request') assert.is((await start(model, head, { with: { mode: 'commit' } })).code, 0);
  else await startBroken(model);
  return model;
}

/** The first run is for a version with an error, when no earlier render protects anything. */
async function startBroken(model: ModelState): Promise<void> {
  const broken = propose(model, model.head, { plans: model.head.plans, breaks: true }, 'broken');
  model.world.git('push', '--quiet', '--force', 'origin', `${broken.commit}:refs/heads/main`);
  const run = await start(model, broken, { with: { mode: 'commit', deliver: model.deliver } });
  if (run.code === 0 || renderedVersion(model)) fail(model, 'a version with an error is rendered', run);
  model.world.git('push', '--quiet', '--force', 'origin', `${model.head.commit}:refs/heads/main`);
}

/** Runs the bundle for a version. A failure must state a reason. */
export async function start(model: ModelState, { commit }: Version, given: Given): Promise<ActionRun> {
  const payload = { repository: { default_branch: 'main' }, ...given.payload };
  const workspace = model.world.checkout(commit);
  const run = await runAction(model.world.server, workspace, inRun({ ...given, payload }, ++model.runs));
  if (run.code !== 0 && !/::error::leasehold: \S/.test(run.log)) fail(model, 'a run fails without a reason', run);
  if (/^ {4}at /m.test(run.log)) fail(model, 'a run prints a stack trace', run);
  return run;
}

export function fail({ trace }: ModelState, what: string, run?: ActionRun): never {
  throw new Error(`${what}\n${trace.join('\n')}\n${run?.log ?? ''}`);
}

/** Changes, adds or removes up to `most` tenants, and sometimes adds an error. Fixes the error of a version that has one. */
export function randomChange({ random }: ModelState, version: Version, most: number): Change {
  const next = new Map(version.plans);
  for (let index = random.below(most + 1); index > 0; index--) {
    const name = random.pick(names);
    if (next.has(name) && random.chance(50) && next.size > 1) next.delete(name);
    else next.set(name, random.pick(plans));
  }
  return { plans: next, breaks: !version.isBroken && random.chance(8) };
}

/** One tenant gets another plan, and nothing else changes. */
export function otherPlan({ random, head }: ModelState): Change['plans'] {
  const name = random.pick([...head.plans.keys()]);
  const others = plans.filter((plan) => plan !== head.plans.get(name));
  return new Map([...head.plans, [name, random.pick(others)]]);
}

/** Like randomChange, with or without an approval of what it removes. */
export function reviewedChange(model: ModelState): Change {
  const change = randomChange(model, model.head, 2);
  if (change.breaks || model.head.isBroken) return change;
  return { ...change, approval: model.random.pick(['label', 'file', undefined] as const) };
}

/** Commits a change to a branch other than main. */
export function propose(model: ModelState, parent: Version, change: Change, branch: string): Version {
  const version = remember(model, addVersion(model.world, parent, change, branch));
  model.world.git('checkout', '--quiet', 'main');
  return version;
}

/** A new head of main, whose run has not started. */
export function advance(model: ModelState, what: string, version: Version): void {
  model.head = remember(model, version);
  model.pending.push(version);
  model.trace.push(`${what} ${describe(version)}`);
}

function remember({ versions }: ModelState, version: Version): Version {
  versions.set(version.commit, version);
  return version;
}

/** Records a finished run of mode commit. If it delivers to a directory, the render is itself a commit of main. */
export function finish(model: ModelState, version: Version, run: ActionRun): void {
  model.trace.push(`run of ${describe(version)}: ${run.code}`);
  if (version === model.head) model.last = { version, run };
  if (model.deliver !== 'folder') return;
  model.world.git('fetch', '--quiet', 'origin', 'main');
  const commit = model.world.git('rev-parse', 'FETCH_HEAD');
  if (commit === model.head.commit) return;
  const earlier = model.head;
  const head = remember(model, { ...earlier, commit });
  model.world.git('checkout', '--quiet', '-B', 'main', commit);
  model.pending = model.pending.map((one) => (one === earlier ? head : one));
  if (model.last?.version === earlier) model.last = { version: head, run: model.last.run };
  model.head = head;
}

/** The version from which the current manifests were rendered; undefined before the first render. */
export function renderedVersion({ world, deliver, versions }: ModelState): Version | undefined {
  const { repository } = world.server;
  const path = deliver === 'folder' ? 'main:rendered/hydrator.metadata' : 'rendered:hydrator.metadata';
  if (repository.find(path) === undefined) return undefined;
  return versions.get((JSON.parse(repository.git(['show', path])) as { readonly drySha: string }).drySha);
}

/** The invariants after every event. */
export function checkRender(model: ModelState): void {
  const { world, head, last, deliver } = model;
  assert.equal(world.server.violations, []);
  if (model.pending.includes(head) || last?.version !== head || last.run.code !== 0) return;
  if (head.isBroken) fail(model, 'a version with an error is rendered', last.run);
  const expected = expectedManifests(sources(head.plans)) ?? new Map();
  const { repository } = world.server;
  const pull = deliver === 'pull-request' ? repository.find('refs/heads/leasehold/rendered') : undefined;
  const place = pull ?? (deliver === 'folder' ? 'main' : 'rendered');
  const actual = committedManifests(repository, place, deliver === 'folder' ? 'rendered' : '');
  if (!haveSameManifests(expected, actual))
    fail(model, `the last run succeeded, but the render is not that of ${describe(head)}`, last.run);
}

export function describe({ commit, plans: own, isBroken, approved }: Version): string {
  const approval = approved.size > 0 ? `, approved: ${[...approved]}` : '';
  const tenants = [...own].map(([name, plan]) => `${name} ${plan}`);
  return `${commit.slice(0, 8)} (${tenants}${isBroken ? ', broken' : ''}${approval})`;
}
