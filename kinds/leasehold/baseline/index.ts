import { defineKind } from '../../../core/kind/kind.ts';

/** Renders nothing itself: the core leaves out the warnings that it names. */
export const baseline = defineKind({ id: 'leasehold-baseline', tenancy: 'platform' });
