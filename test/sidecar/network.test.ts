import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { listAt, mappingAt, valueAt } from '../../data/tree.ts';
import { suite } from '../harness.ts';

const read = (name: string): unknown => parse(readFileSync(`plugin/install/sidecar/${name}.yaml`, 'utf8'));

suite('the NetworkPolicy of the sidecar', (test) => {
  const [policy, deployment] = [read('network'), read('deployment')];

  test('selects the Pod of the Deployment, and a port that it has', () => {
    const labels = mappingAt(policy, 'spec', 'podSelector', 'matchLabels');
    assert.equal(labels, mappingAt(deployment, 'spec', 'template', 'metadata', 'labels'));
    const [container] = listAt(deployment, 'spec', 'template', 'spec', 'containers');
    const [ingress] = listAt(policy, 'spec', 'ingress');
    assert.equal(
      listAt(ingress, 'ports').map((one) => valueAt(one, 'port')),
      listAt(container, 'ports').map((one) => valueAt(one, 'name')),
    );
    assert.ok(listAt(read('kustomization'), 'resources').includes('network.yaml'));
  });

  test('allows no namespace with the label of a tenant, except those of the platform', () => {
    const [ingress] = listAt(policy, 'spec', 'ingress');
    assert.equal(listAt(ingress, 'from'), [
      { namespaceSelector: { matchExpressions: [{ key: 'leasehold.dev/tenant', operator: 'DoesNotExist' }] } },
      { namespaceSelector: { matchLabels: { 'leasehold.dev/tenant': 'platform' } } },
    ]);
    assert.is(listAt(policy, 'spec', 'ingress').length, 1);
  });
});
