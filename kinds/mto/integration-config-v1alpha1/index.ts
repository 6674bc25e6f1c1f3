import { defineOldKind } from '../../../core/kind/kind.ts';
import { convert } from './convert.ts';

export const mtoIntegrationConfigV1alpha1 = defineOldKind(
  'mto-integration-config-v1alpha1',
  'mto-integration-config',
  convert,
);
