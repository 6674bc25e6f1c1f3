import { defineOldKind } from '../../../core/kind/kind.ts';
import { renamed } from '../templating/renamed.ts';

export const mtoTemplateGroupInstance = defineOldKind(
  'mto-template-group-instance',
  'mto-cluster-template-instance',
  renamed('mto-cluster-template-instance'),
);
