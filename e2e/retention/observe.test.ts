import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import type { Cluster } from '../cluster.ts';
import { type ControlPlane, startControlPlane } from '../control-plane.ts';
import { eventually } from '../daemon.ts';
import { installSidecar, type RunningSidecar, ready, startSidecar } from './sidecar.ts';
import { createClaims } from './situation.ts';
import { apply, claim, readClaim } from './tenants.ts';

/** A line of the text format of Prometheus. */
const line = /^(?:# (?:HELP|TYPE) leasehold_\w+ .+|leasehold_\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? \d+(?:\.\d+)?)$/;

suite('a sidecar in operation', (test) => {
  let plane: ControlPlane;
  let cluster: Cluster;
  let sidecar: RunningSidecar;

  test('is healthy and ready', async () => {
    plane = await startControlPlane('api-only');
    cluster = await installSidecar(plane);
    await createClaims(plane.api, cluster);
    sidecar = await startSidecar(plane);
    await ready(sidecar);
    assert.is(await sidecar.page('healthz'), 'ok\n');
    assert.is(await sidecar.page('unknown'), 'not found\n');
  });

  test('has metrics about what it does', async () => {
    const wanted = ['leasehold_sidecar_ready 1', 'leasehold_volumes{state="bypassed"} 1', 'leasehold_queue_size 0'];
    const writes = ['add-finalizer', 'retain', 'event'].map(
      (write) => `leasehold_writes_total{write="${write}",result="ok"} 1`,
    );
    const metrics = await eventually('the metrics', async () => {
      const text = await sidecar.page('metrics');
      return [...wanted, ...writes].every((one) => text.includes(`${one}\n`)) ? text : undefined;
    });
    for (const one of metrics.trimEnd().split('\n')) assert.match(one, line);
  });

  test('continues after a restart of the API server, and reports the outage', async () => {
    await plane.stopApiServer();
    await eventually(
      'the outage',
      async () => (await sidecar.page('readyz')).includes('no valid response') || undefined,
    );
    assert.is(await sidecar.page('healthz'), 'ok\n');
    await plane.startApiServer();
    const late = claim('access', 'late', 'retain');
    await apply(cluster, late);
    await eventually('the new claim is protected', async () => {
      const live = await readClaim(plane.api, late);
      return live?.metadata.finalizers?.includes('leasehold.dev/volume') || undefined;
    });
    await ready(sidecar);
  });

  test('writes its log as JSON lines, until it is stopped', async () => {
    await sidecar.terminate();
    const entries = sidecar
      .log()
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text) as Readonly<Record<string, string>>);
    for (const { time = '', level = '', message = '' } of entries) {
      assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.ok(['info', 'warning', 'error'].includes(level), level);
      assert.is.not(message, '');
    }
    assert.ok(entries.some(({ write, claim: of }) => write === 'add-finalizer' && of === 'access/new'));
    assert.is(entries.at(-1)?.['message'], 'stopped');
  });

  test('the API server stops', () => plane.stop());
});
