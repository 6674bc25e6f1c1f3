import { defineKind } from '../../../core/kind/kind.ts';
import { resolve } from './resolve.ts';

/** Renders nothing. It allows authors of tenant directories to use what does not belong to their tenant. */
export const grant = defineKind({ id: 'grant', tenancy: 'platform', resolve });
