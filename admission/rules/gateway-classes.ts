import { textAt } from '../../data/tree.ts';
import { listRule } from '../list-rule.ts';
import { keys } from '../metadata-keys.ts';
import { writes } from '../rule.ts';

export const gatewayClasses = listRule({
  id: 'gateway-classes',
  about: 'Classes of Gateways of the Gateway API.',
  key: keys.gatewayClasses,
  targets: [{ group: 'gateway.networking.k8s.io', resources: ['gateways'], operations: writes }],
  what: 'gateway classes',
  cel: (object) => `[${object}.spec.?gatewayClassName.orValue('')]`,
  values: (object) => [textAt(object, 'spec', 'gatewayClassName')],
});
