import { defineOldKind } from '../../core/kind.ts';
import { renamed } from '../mto-template/renamed.ts';

export const mtoTemplateInstanceLegacy = defineOldKind(
  'mto-template-instance-legacy',
  'mto-template-instance',
  renamed('mto-template-instance', 'TemplateInstance'),
);
