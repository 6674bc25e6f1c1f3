import { defineOldKind } from '../../../core/kind/kind.ts';
import { convert } from './convert.ts';

export const mtoTenantV1beta2 = defineOldKind('mto-tenant-v1beta2', 'mto-tenant', convert);
