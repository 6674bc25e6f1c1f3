import type { Reference } from '../../../core/kind/capabilities.ts';

/** A Quota shows that tenants are in use: a Template that is then missing would have its objects pruned. */
export const templateReference: Reference = {
  path: ['spec', 'template'],
  to: 'mto-template',
  inSamples: { without: ['mto-quota'], effect: 'nothing is rendered from it' },
};
