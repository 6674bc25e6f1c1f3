import { addVersion, mayReplace, type Version } from './model.ts';
import {
  advance,
  describe,
  fail,
  finish,
  type ModelState,
  otherPlan,
  randomChange,
  renderedVersion,
  start,
} from './model-state.ts';

/** Runs one waiting version, not always the oldest, or the head if none waits, with or without a server error. */
export async function runOne(model: ModelState): Promise<void> {
  const version = model.pending.splice(model.random.below(model.pending.length), 1)[0] ?? model.head;
  await runVersion(model, version, model.random.chance(40));
}

/** The run of the head of main. */
export async function runHead(model: ModelState): Promise<void> {
  model.pending = model.pending.filter((version) => version !== model.head);
  await runVersion(model, model.head, false);
}

/** The run of a version that is or was on main. */
export async function runVersion(model: ModelState, version: Version, hasFault: boolean): Promise<void> {
  const { world } = model;
  const isHead = version === model.head;
  if (hasFault) plantProblem(model);
  const before = renderedVersion(model);
  const run = await start(model, version, { with: { mode: 'commit', deliver: model.deliver } });
  world.server.interceptors.length = 0;
  world.server.gitFailures.length = 0;
  finish(model, version, run);
  const mayRender = !version.isBroken && (!before || mayReplace(before, version));
  if (isHead && mayRender && !hasFault && run.code !== 0) fail(model, 'a run fails without a reason in the model', run);
  if (isHead && !mayRender && run.code === 0) fail(model, `${describe(version)} is rendered without approval`, run);
}

const apiProblems = [403, 404, 409, 422, 429, 500, 503];
const gitFailures = [403, 404, 429, 500, 503];

function plantProblem({ random, trace, world: { server } }: ModelState): void {
  if (random.chance(40)) {
    const status = random.pick(gitFailures);
    trace.push(`git gets ${status}`);
    server.gitFailures.push(status);
    return;
  }
  let after = random.below(3);
  const status = random.pick(apiProblems);
  const headers: Record<string, string> = status === 429 ? { 'retry-after': '1' } : {};
  const message = status === 403 ? 'Resource not accessible by integration' : 'Something is wrong';
  server.interceptors.push(() => (after-- > 0 ? undefined : { status, body: { message }, headers }));
  trace.push(`the API answers ${status}`);
}

/** Up to three concurrent runs, sometimes with a push in between. */
export async function race(model: ModelState): Promise<void> {
  const { world, random } = model;
  const group = [...model.pending.splice(0, 2), model.head].slice(0, 2 + random.below(2));
  if (random.chance(40) && model.deliver !== 'folder') pushInTheMiddle(model);
  const given = { with: { mode: 'commit', deliver: model.deliver } };
  const runs = await Promise.all(group.map((version) => start(model, version, given)));
  world.server.interceptors.length = 0;
  for (const [index, run] of runs.entries()) {
    const version = group[index];
    if (version) finish(model, version, run);
  }
}

/** While a run of the head writes, another client moves the branch with the manifests. */
export async function runWhileMoved(model: ModelState): Promise<void> {
  const { head, deliver, world } = model;
  if (head.isBroken || deliver !== 'branch') return;
  advance(model, 'push', addVersion(world, head, { plans: otherPlan(model) }));
  const { repository } = world.server;
  let moved = false;
  world.server.interceptors.push(({ path }) => {
    const rendered = repository.find('refs/heads/rendered');
    if (!moved && path.startsWith('/graphql') && rendered !== undefined) {
      moved = true;
      const tree = repository.git(['rev-parse', `${rendered}^{tree}`]).trim();
      const commit = repository.commit({ tree, parents: [rendered], message: 'touch' });
      repository.git(['update-ref', 'refs/heads/rendered', commit]);
      model.trace.push('someone moves the branch of the manifests');
    }
    return undefined;
  });
  await runHead(model);
}

function pushInTheMiddle(model: ModelState): void {
  let pushed = false;
  model.world.server.interceptors.push(({ path }) => {
    if (!pushed && path.startsWith('/graphql')) {
      pushed = true;
      advance(model, 'push in the middle', addVersion(model.world, model.head, randomChange(model, model.head, 1)));
    }
    return undefined;
  });
}
