import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { pairsOfModes, renderedPlatform } from '../../test/mto/platform-modes.ts';
import { prepare, problemsOf } from '../apply-again.ts';
import { clusterOf, complaints } from '../cluster.ts';
import { sharedControlPlane } from '../control-plane.ts';
import { type KubeObject, nameOf } from '../manifests.ts';
import { namespace } from './rendered-pod.ts';

const cluster = clusterOf((await sharedControlPlane('api-only')).api);
// The server enforces the level of pods only. With this label, it also warns about workloads.
const labels = { 'pod-security.kubernetes.io/warn': 'restricted' };
const body: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } };
assert.equal(complaints(await cluster.apply([body], { fieldManager: 'warnings' })), []);

suite('the parts of the platform', (test) => {
  test('can be applied with each pair of modes under Pod Security restricted, stay unchanged when applied again, and can change modes', async () => {
    let previous: readonly KubeObject[] = [];
    for (const modes of pairsOfModes()) {
      const objects = renderedPlatform(modes);
      const names = new Set(objects.map(nameOf));
      await cluster.remove(previous.filter((object) => !names.has(nameOf(object))));
      await prepare(cluster, objects);
      assert.equal(await problemsOf(cluster, objects), [], JSON.stringify(modes));
      previous = objects;
    }
  });
});
