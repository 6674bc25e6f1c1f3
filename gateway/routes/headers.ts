import { contentSecurityPolicy } from '../../console/data/policy.ts';

/** Headers of every response. */
export const strictHeaders = {
  'content-security-policy': `${contentSecurityPolicy}; frame-ancestors 'none'`,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Only for responses over HTTPS. */
export const secureTransport = { 'strict-transport-security': 'max-age=31536000' } as const;
