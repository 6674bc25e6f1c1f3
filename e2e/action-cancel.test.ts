import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { inWorld } from './github/checkout.ts';

suite('a canceled run', (test) => {
  test('leaves no hidden ref and no temporary directory', () =>
    inWorld(async ({ server, checkout }, main) => {
      const workspace = checkout(main);
      const temporary = mkdtempSync(join(tmpdir(), 'leasehold-canceled-'));
      let running: ChildProcess | undefined;
      server.interceptors.push(({ path }) => {
        if (!path.endsWith('/git/commits')) return undefined;
        running?.kill('SIGINT');
        return { delay: 3000 };
      });
      const started = (child: ChildProcess) => {
        running = child;
      };
      const run = await runAction(server, workspace, { with: { mode: 'commit' }, env: { TMPDIR: temporary }, started });
      assert.is(run.code, 130, run.log);
      assert.is(server.repository.git(['for-each-ref', 'refs/leasehold', 'refs/heads/rendered']), '');
      assert.equal(readdirSync(temporary), []);
      rmSync(temporary, { recursive: true });
    }));
});
