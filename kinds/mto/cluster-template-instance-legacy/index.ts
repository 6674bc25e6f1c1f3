import { defineOldKind } from '../../../core/kind/kind.ts';
import { renamed } from '../templating/renamed.ts';

export const mtoClusterTemplateInstanceLegacy = defineOldKind(
  'mto-cluster-template-instance-legacy',
  'mto-cluster-template-instance',
  renamed('mto-cluster-template-instance'),
);
