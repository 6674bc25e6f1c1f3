import * as assert from 'uvu/assert';
import { hostFields } from '../../admission/host-fields.ts';
import { resourceKinds } from '../../admission/resource-kinds.ts';
import { hostFieldUses } from '../../core/gate/hosts.ts';
import { compare } from '../../data/order.ts';
import { suite } from '../harness.ts';

suite('law: the gate and the admission rules limit the hosts of the same kinds', (test) => {
  test('each kind of the gate has a field of the rule, and the other way round', () => {
    const ruled = hostFields.map(({ group, resource }) => `${resourceKinds[resource]}.${group}`);
    const gated = ['Ingress.networking.k8s.io', ...hostFieldUses.map(([kind]) => kind)];
    assert.equal([...gated].sort(compare), [...ruled].sort(compare));
  });
});
