import { defineOldKind } from '../../core/kind.ts';
import { renamed } from '../mto-template/renamed.ts';

export const mtoClusterTemplateInstanceLegacy = defineOldKind(
  'mto-cluster-template-instance-legacy',
  'mto-cluster-template-instance',
  renamed('mto-cluster-template-instance', 'ClusterTemplateInstance'),
);
