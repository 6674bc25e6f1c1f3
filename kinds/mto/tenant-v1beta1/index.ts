import { defineOldKind } from '../../../core/kind/kind.ts';
import { convert } from './convert.ts';

export const mtoTenantV1beta1 = defineOldKind('mto-tenant-v1beta1', 'mto-tenant', convert);
