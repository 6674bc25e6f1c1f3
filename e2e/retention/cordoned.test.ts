import { rules } from '../../test/admission/rules.ts';
import { suite } from '../../test/harness.ts';
import { applyRules } from '../admission/policed-cluster.ts';
import { startControlPlane } from '../control-plane.ts';
import { eventually } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { installSidecar, ready, startSidecar } from './sidecar.ts';
import { apply, claim, namespace, readClaim } from './tenants.ts';

suite('in the namespace of a cordoned tenant', (test) => {
  test('the sidecar protects claims, and releases them', async () => {
    const plane = await startControlPlane('api-only');
    const cluster = await installSidecar(plane);
    const home = namespace('frozen', 'frozen');
    const labels = { 'leasehold.dev/tenant': 'frozen', 'leasehold.dev/cordoned': 'true' };
    const data = claim('frozen', 'data', 'retain');
    await apply(cluster, { ...home, metadata: { ...home.metadata, labels } } as KubeObject, data);
    await applyRules(cluster, rules);
    const sidecar = await startSidecar(plane);
    try {
      await ready(sidecar);
      await eventually('the claim is protected', async () => {
        const live = await readClaim(plane.api, data);
        return live?.metadata.finalizers?.includes('leasehold.dev/volume') || undefined;
      });
      await plane.api.request('DELETE', '/api/v1/namespaces/frozen/persistentvolumeclaims/data');
      await eventually('the claim is gone', async () => (await readClaim(plane.api, data)) === undefined || undefined);
    } finally {
      await sidecar.stop();
      await plane.stop();
    }
  });
});
