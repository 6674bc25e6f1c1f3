import { defineOldKind } from '../../core/kind.ts';
import { renamed } from '../mto-template/renamed.ts';

export const mtoTemplateGroupInstance = defineOldKind(
  'mto-template-group-instance',
  'mto-cluster-template-instance',
  renamed('mto-cluster-template-instance', 'ClusterTemplateInstance'),
);
