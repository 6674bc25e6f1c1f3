import { defineOldKind } from '../../../core/kind/kind.ts';
import { convertRenamed } from '../templating/convert-renamed.ts';

export const mtoTemplateLegacy = defineOldKind('mto-template-legacy', 'mto-template', convertRenamed('mto-template'));
