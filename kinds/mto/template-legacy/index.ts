import { defineOldKind } from '../../../core/kind/kind.ts';
import { renamed } from '../templating/renamed.ts';

export const mtoTemplateLegacy = defineOldKind('mto-template-legacy', 'mto-template', renamed('mto-template'));
