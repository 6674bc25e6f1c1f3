import { randomBytes } from 'node:crypto';
import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { inWorld, type World } from './github/checkout.ts';
import { pullRequest } from './github/events.ts';

const megabyte = 2 ** 20;
const commit = { mode: 'commit' };

/** Text that git cannot compress much. */
function large(): string {
  return randomBytes(megabyte).toString('base64');
}

/** The number of bytes that the server sends to git during a run. */
async function sentDuring(
  { server }: World,
  run: () => Promise<{ readonly code: number | null; readonly log: string }>,
) {
  const before = server.gitResponseSizes.length;
  const { code, log } = await run();
  assert.is(code, 0, log);
  return server.gitResponseSizes.slice(before).reduce((total, bytes) => total + bytes, 0);
}

suite('a run in a repository with large files', (test) => {
  test('does not download files that it does not need, or that the checkout contains', () =>
    inWorld(async (world, main) => {
      const { server, push, git, checkout } = world;
      assert.is((await runAction(server, checkout(main), { with: commit })).code, 0);
      git('fetch', '--quiet', 'origin', 'rendered');
      push({ 'video.bin': large() }, 'rendered', git('rev-parse', 'FETCH_HEAD'));
      const base = push({ 'docs/video.bin': large() }, 'main', main);
      const head = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
      const runs = [
        () => runAction(server, checkout(head), { with: commit }),
        () => runAction(server, checkout(head), { with: { mode: 'diff' }, ...pullRequest({ base, head }) }),
        () =>
          runAction(server, checkout(head), {
            with: { mode: 'diff', against: 'rendered' },
            ...pullRequest({ base, head }),
          }),
      ];
      for (const run of runs) {
        const bytes = await sentDuring(world, run);
        assert.ok(bytes < megabyte / 10, `${bytes} bytes`);
      }
      assert.ok(server.gitResponseSizes.some((bytes) => bytes > 0));
    }));
});
