import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { auditedWrites, type StatusWrite, statusWrites } from './audit.ts';
import { scenarios } from './scenarios.ts';
import { type RunningSidecar, ready, startSidecar } from './sidecar.ts';
import { sharedWorld } from './world.ts';

let running: Promise<ReadonlyMap<string, Promise<unknown>>> | undefined;
let sidecars: readonly RunningSidecar[] = [];

/** Starts two replicas of the sidecar and all scenarios. */
async function start(): Promise<ReadonlyMap<string, Promise<unknown>>> {
  const world = await sharedWorld();
  sidecars = await Promise.all([startSidecar(world.plane), startSidecar(world.plane)]);
  await Promise.all(sidecars.map(ready));
  const attempt = (run: () => Promise<void>) => run().catch((error: unknown) => error);
  return new Map(Object.entries(scenarios).map(([name, scenario]) => [name, attempt(() => scenario(world))]));
}

suite('with two replicas of the sidecar,', (test) => {
  for (const name of Object.keys(scenarios))
    test(name, async () => {
      running ??= start();
      const failure = await (await running).get(name);
      if (failure !== undefined) throw failure;
    });

  test('the audit log of the API server contains only the expected writes', async () => {
    const all = auditedWrites((await sharedWorld()).plane.auditLog);
    const writes = all.filter((write) => !statusWrites.includes(write as StatusWrite));
    const expected = ['add-finalizer', 'drop-finalizer', 'event', 'reserve', 'restore-policy', 'retain'];
    assert.equal([...new Set(writes)].filter((write) => write !== 'stop').sort(), expected);
    for (const sidecar of sidecars) await sidecar.stop();
  });
});
