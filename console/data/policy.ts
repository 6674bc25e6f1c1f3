/** The name of the only Trusted Types policy, which allows the URL of the worker and nothing else. */
export const trustedPolicy = 'leasehold-worker';

/** The content security policy of the console: only its own files and images in data URLs, no inline code and no other host. */
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
