import type { KindId } from '../../../build/contracts.ts';
import type { Reference } from '../../../core/kind/capabilities.ts';

/** Kinds whose tenants run pods without an MTO Quota. */
export const usedWithoutQuota: readonly KindId[] = ['kleff-tenant', 'kryton', 'org'];

/**
 * A missing Template is an error if the files contain a Quota or a tenant that needs none. Such files are in use, so Argo CD
 * would prune the Template's objects.
 */
export const templateReference: Reference = {
  path: ['spec', 'template'],
  to: 'mto-template',
  inSamples: { without: ['mto-quota', ...usedWithoutQuota], effect: 'this instance renders nothing' },
};

/** The reference to a Template of the second version of the Template operator. Such a Template is namespaced. */
export const templateReferenceV2: Reference = {
  path: ['spec', 'templateRef'],
  to: 'mto-template-v2',
  inSamples: { without: ['mto-quota', ...usedWithoutQuota], effect: 'this instance renders nothing' },
};
