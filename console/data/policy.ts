/** The name of the one Trusted Types policy, which allows the address of the worker and nothing else. */
export const trustedPolicy = 'leasehold-worker';

/** The content security policy of the console: its own files, no inline code, no other host. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  `trusted-types ${trustedPolicy}`,
].join('; ');
