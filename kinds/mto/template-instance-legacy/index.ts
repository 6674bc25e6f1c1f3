import { defineOldKind } from '../../../core/kind/kind.ts';
import { renamed } from '../templating/renamed.ts';

export const mtoTemplateInstanceLegacy = defineOldKind(
  'mto-template-instance-legacy',
  'mto-template-instance',
  renamed('mto-template-instance'),
);
