import { defineKind } from '../../../core/kind/kind.ts';

/** Renders nothing itself: the core removes the warnings that it lists. */
export const baseline = defineKind({ id: 'leasehold-baseline', tenancy: 'platform' });
