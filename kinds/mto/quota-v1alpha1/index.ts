import { defineOldKind } from '../../../core/kind/kind.ts';
import { convert } from './convert.ts';

export const mtoQuotaV1alpha1 = defineOldKind('mto-quota-v1alpha1', 'mto-quota', convert);
