import { defineOldKind } from '../../core/kind.ts';
import { renamed } from '../mto-template/renamed.ts';

export const mtoTemplateLegacy = defineOldKind(
  'mto-template-legacy',
  'mto-template',
  renamed('mto-template', 'Template'),
);
