import { defineOldKind } from '../../../core/kind/kind.ts';
import { convert } from './convert.ts';

export const mtoResourceSupervisorLegacy = defineOldKind(
  'mto-resource-supervisor-legacy',
  'mto-cluster-resource-supervisor',
  convert,
);
