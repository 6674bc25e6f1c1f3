import { defineOldKind } from '../../../core/kind/kind.ts';
import { convertRenamed } from '../templating/convert-renamed.ts';

export const mtoTemplateInstanceLegacy = defineOldKind(
  'mto-template-instance-legacy',
  'mto-template-instance',
  convertRenamed('mto-template-instance'),
);
