import { availableParallelism } from 'node:os';
import * as assert from 'uvu/assert';
import { printable } from '../../shell/text.ts';
import { suite } from '../../test/harness.ts';
import { runAction } from '../github/action-run.ts';
import { inEmptyWorld, type World } from '../github/checkout.ts';
import { inRun, push as pushEvent } from '../github/events.ts';
import { builtTool } from '../tools/paths.ts';
import { contentsOf, differences, expectedContents } from './contents.ts';
import { type Delivered, deliverCorpus, sourcesOf } from './corpus.ts';
import { inLanes } from './lanes.ts';

suite('the committed bundle of the action, on the Node version of runners', (test) => {
  test('commits the same bytes for every repository of the corpus, or commits nothing and reports the same errors', () =>
    inEmptyWorld(async (world) => {
      const repositories = deliverCorpus();
      const lanes = openLanes(world, world.push(sourcesOf(repositories)));
      await inLanes(repositories, lanes, (repository, lane) => commit(repository, lane, world));
      for (const { branch, done } of lanes)
        assert.equal(differences(contentsOf(world.checkout(branch)), expectedContents(done)), []);
      assert.equal(world.server.violations, []);
    }));
});

/** Concurrent runs that write to the same branch conflict and repeat their commits, so each lane has its own branch. */
interface Lane {
  readonly main: string;
  readonly branch: string;
  readonly workspace: string;
  readonly done: Delivered[];
}

function openLanes({ checkout }: World, main: string): readonly Lane[] {
  const names = Array.from({ length: availableParallelism() }, (_, index) => `rendered-${index}`);
  return names.map((branch) => ({ main, branch, workspace: checkout(main), done: [] }));
}

async function commit(repository: Delivered, { main, branch, workspace, done }: Lane, { server }: World) {
  const { name, id, delivery } = repository;
  const inputs = { mode: 'commit', path: name, 'target-branch': branch, 'target-folder': name };
  const options = { with: inputs, node: builtTool('node24'), ...inRun(pushEvent(main), id) };
  const { code, log, outputs } = await runAction(server, workspace, options);
  assert.equal([code, outputs['committed']], delivery.ok ? [0, 'true'] : [1, 'false'], `${name}\n${log}`);
  const expected = delivery.problems.map((problem) => `${printable(problem)}\n`).join('');
  assert.is(log.slice(0, expected.length), expected, name);
  done.push(repository);
}
