import { addVersion, mayReplace, type Version } from './model.ts';
import {
  advance,
  describe,
  fail,
  finish,
  type Game,
  otherPlan,
  randomChange,
  renderedVersion,
  start,
} from './model-game.ts';

/** Runs of mode commit for the main branch. */

/** Runs one waiting version, not always the oldest, with or without a server error. */
export async function runOne(game: Game): Promise<void> {
  const version = game.pending.splice(game.random.below(game.pending.length), 1)[0] ?? game.head;
  await runVersion(game, version, game.random.chance(40));
}

/** The run of the head of main. */
export async function runHead(game: Game): Promise<void> {
  game.pending = game.pending.filter((version) => version !== game.head);
  await runVersion(game, game.head, false);
}

/** The run of a version that is or was on main. */
export async function runVersion(game: Game, version: Version, hasFault: boolean): Promise<void> {
  const { world } = game;
  const isHead = version === game.head;
  if (hasFault) plantFault(game);
  const before = renderedVersion(game);
  const run = await start(game, version, { with: { mode: 'commit', deliver: game.deliver } });
  world.server.interferences.length = 0;
  world.server.gitFaults.length = 0;
  finish(game, version, run);
  const mayRender = !version.isBroken && (!before || mayReplace(before, version));
  if (isHead && mayRender && !hasFault && run.code !== 0) fail(game, 'a run is red without need', run);
  if (isHead && !mayRender && run.code === 0) fail(game, `${describe(version)} is rendered without approval`, run);
}

const apiFaults = [403, 404, 409, 422, 429, 500, 503];
const gitFaults = [403, 404, 429, 500, 503];

function plantFault({ random, trace, world: { server } }: Game): void {
  if (random.chance(40)) {
    const status = random.pick(gitFaults);
    trace.push(`git gets ${status}`);
    server.gitFaults.push(status);
    return;
  }
  let after = random.below(3);
  const status = random.pick(apiFaults);
  const headers: Record<string, string> = status === 429 ? { 'retry-after': '1' } : {};
  const message = status === 403 ? 'Resource not accessible by integration' : 'Something is wrong';
  server.interferences.push(() => (after-- > 0 ? undefined : { status, body: { message }, headers }));
  trace.push(`the API answers ${status}`);
}

/** Several concurrent runs, sometimes with a push in between. */
export async function race(game: Game): Promise<void> {
  const { world, random } = game;
  const group = [...game.pending.splice(0, 2), game.head].slice(0, 2 + random.below(2));
  if (random.chance(40) && game.deliver !== 'folder') pushInTheMiddle(game);
  const given = { with: { mode: 'commit', deliver: game.deliver } };
  const runs = await Promise.all(group.map((version) => start(game, version, given)));
  world.server.interferences.length = 0;
  for (const [index, run] of runs.entries()) {
    const version = group[index];
    if (version) finish(game, version, run);
  }
}

/** While a run of the head writes, another client moves the branch with the manifests. */
export async function runWhileMoved(game: Game): Promise<void> {
  const { head, deliver, world } = game;
  if (head.isBroken || deliver !== 'branch') return;
  advance(game, 'push', addVersion(world, head, { plans: otherPlan(game) }));
  const { repository } = world.server;
  let moved = false;
  world.server.interferences.push(({ path }) => {
    const rendered = repository.find('refs/heads/rendered');
    if (!moved && path.startsWith('/graphql') && rendered !== undefined) {
      moved = true;
      const tree = repository.git(['rev-parse', `${rendered}^{tree}`]).trim();
      const commit = repository.commit({ tree, parents: [rendered], message: 'touch' });
      repository.git(['update-ref', 'refs/heads/rendered', commit]);
      game.trace.push('somebody moves the branch of the manifests');
    }
    return undefined;
  });
  await runHead(game);
}

function pushInTheMiddle(game: Game): void {
  let pushed = false;
  game.world.server.interferences.push(({ path }) => {
    if (!pushed && path.startsWith('/graphql')) {
      pushed = true;
      advance(game, 'push in the middle', addVersion(game.world, game.head, randomChange(game, game.head, 1)));
    }
    return undefined;
  });
}
