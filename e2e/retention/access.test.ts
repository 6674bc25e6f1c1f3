import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { type Cluster, clusterOf, complaints } from '../cluster.ts';
import { type ControlPlane, sharedControlPlane } from '../control-plane.ts';
import { eventually } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { auditedWrites } from './audit.ts';
import { installation, installSidecar, ready, startSidecar } from './sidecar.ts';
import { createClaims, removeClaims } from './situation.ts';

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

const role = installation().find(({ kind }) => kind === 'ClusterRole') as KubeObject & {
  readonly rules: readonly Rule[];
};
const rights = role.rules.flatMap(({ apiGroups: [group = ''], resources, verbs }) =>
  resources.flatMap((resource) => verbs.map((verb) => ({ group, resource, verb }))),
);

suite('the permissions of the sidecar', (test) => {
  test('consist of 14 pairs of a verb and a resource', () => assert.is(rights.length, 14));

  for (const right of rights)
    test(`include ${right.verb} ${right.resource}, and the sidecar names it if it is missing`, async () => {
      const { plane, cluster } = await world();
      await grant(
        cluster,
        rights.filter((other) => other !== right),
      );
      await createClaims(plane.api, cluster);
      const sidecar = await startSidecar(plane);
      try {
        const missing = `cannot ${right.verb} resource "${right.resource}"`;
        await eventually(
          missing,
          async () => (await sidecar.page('readyz').catch(() => '')).includes(missing) || undefined,
        );
        await eventually(
          'the log',
          async () => sidecar.log().includes(JSON.stringify(missing).slice(1, -1)) || undefined,
        );
      } finally {
        await sidecar.stop();
        await removeClaims(plane.api);
      }
    });

  test('suffice for the writes that the situation causes, and the audit log contains no unexpected write', async () => {
    const { plane, cluster } = await world();
    await grant(cluster, rights);
    await createClaims(plane.api, cluster);
    const sidecar = await startSidecar(plane);
    try {
      await ready(sidecar);
      await eventually('all writes are done', async () => {
        const writes = auditedWrites(plane.auditLog);
        return (
          (['add-finalizer', 'retain', 'drop-finalizer', 'event'] as const).every((one) => writes.includes(one)) ||
          undefined
        );
      });
      assert.not.ok(auditedWrites(plane.auditLog).includes('unexpected'));
    } finally {
      await sidecar.stop();
    }
  });
});

let prepared: Promise<Cluster> | undefined;

async function world(): Promise<{ readonly plane: ControlPlane; readonly cluster: Cluster }> {
  const plane = await sharedControlPlane('api-only');
  prepared ??= installSidecar(plane);
  await prepared;
  return { plane, cluster: clusterOf(plane.api) };
}

async function grant(cluster: Cluster, granted: typeof rights): Promise<void> {
  const rules = granted.map(({ group, resource, verb }) => ({
    apiGroups: [group],
    resources: [resource],
    verbs: [verb],
  }));
  assert.equal(complaints(await cluster.apply([{ ...role, rules } as KubeObject], { force: true })), []);
}
