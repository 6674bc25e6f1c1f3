import { defineOldKind } from '../../../core/kind/kind.ts';
import { convertRenamed } from '../templating/convert-renamed.ts';

export const mtoClusterTemplateInstanceLegacy = defineOldKind(
  'mto-cluster-template-instance-legacy',
  'mto-cluster-template-instance',
  convertRenamed('mto-cluster-template-instance'),
);
