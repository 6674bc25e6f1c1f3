import * as assert from 'uvu/assert';
import { toWorkload } from '../../sidecar/tenants/project.ts';
import { suite } from '../harness.ts';

suite('a workload', (test) => {
  test('is available when every replica of its newest version is', () => {
    const status = { observedGeneration: 2, updatedReplicas: 2, availableReplicas: 2 };
    const workload = (changes: object) =>
      toWorkload('Deployment', {
        metadata: { namespace: 'a', name: 'b', generation: 2 },
        spec: { replicas: 2 },
        status: { ...status, ...changes },
      }).isAvailable;
    assert.ok(workload({}));
    assert.not(workload({ observedGeneration: 1 }));
    assert.not(workload({ updatedReplicas: 1 }));
    assert.not(workload({ availableReplicas: 1 }));
  });
});
