import { defineOldKind } from '../../../core/kind/kind.ts';
import { convertRenamed } from '../templating/convert-renamed.ts';

export const mtoTemplateGroupInstance = defineOldKind(
  'mto-template-group-instance',
  'mto-cluster-template-instance',
  convertRenamed('mto-cluster-template-instance'),
);
