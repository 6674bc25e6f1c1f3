import * as assert from 'uvu/assert';
import { suite } from '../test/harness.ts';
import { type Given, runAction } from './github/action-run.ts';
import { inWorld, type World } from './github/checkout.ts';
import { inRun, pullRequest } from './github/events.ts';

/** The branch `side` removes globex and initech, and a pull request for it changes nothing. For main, it removes them too. */
function retargeted({ push }: World, main: string): { readonly head: string; readonly event: Pick<Given, 'env'> } {
  const side = push({ 'tenants/globex.yaml': null, 'tenants/initech.yaml': null }, 'side', main);
  const head = push({ 'README.md': 'hello' }, 'change', side);
  return { head, event: pullRequest({ base: side, into: 'side', head }) };
}

suite('a rerun of a run from before a change of the target branch', (test) => {
  for (const mode of ['diff', 'validate']) {
    test(`fails in mode ${mode}, and keeps the comment of the newer run`, () =>
      inWorld(async (world, main) => {
        const { server, checkout } = world;
        const { head, event } = retargeted(world, main);
        const early = await runAction(server, checkout(head), { with: { mode }, ...inRun(event, 1999) });
        assert.is(early.code, 0, early.log);
        const now = pullRequest({ base: main, head });
        const newer = await runAction(server, checkout(head), { with: { mode: 'diff' }, ...inRun(now, 2000) });
        assert.is(newer.code, 1, newer.log);
        const { body } = server.comments[0] ?? { body: '' };
        const rerun = { with: { mode }, ...inRun(event, 1999, 2), targetNow: 'main' };
        const late = await runAction(server, checkout(head), rerun);
        assert.equal([late.code, late.summary], [1, ''], late.log);
        assert.match(
          late.log,
          'this run is for the target branch side, but the target branch of pull request #7 is now main',
        );
        assert.equal(
          server.comments.map((comment) => comment.body),
          [body],
        );
        assert.equal(server.violations, []);
      }));
  }

  test('fails if the token cannot read the target branch, which only a first attempt reads from the event', () =>
    inWorld(async (world, main) => {
      const { server, checkout } = world;
      const { head, event } = retargeted(world, main);
      const codes: (number | null)[] = [];
      for (const attempt of [1, 2]) {
        server.interceptors.push(({ path }) =>
          path.endsWith('/pulls/7')
            ? { status: 403, body: { message: 'Resource not accessible by integration' } }
            : undefined,
        );
        const run = await runAction(server, checkout(head), {
          with: { mode: 'validate' },
          ...inRun(event, 1999, attempt),
        });
        codes.push(run.code);
        if (attempt === 2) assert.match(run.log, 'add the permission pull-requests: read');
      }
      assert.equal(codes, [0, 1]);
    }));
});
