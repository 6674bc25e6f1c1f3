import { defineOldKind } from '../../../core/kind/kind.ts';
import { convert } from './convert.ts';

export const mtoTenantV1alpha1 = defineOldKind('mto-tenant-v1alpha1', 'mto-tenant', convert);
