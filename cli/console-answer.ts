import { contentSecurityPolicy } from '../console/data/policy.ts';
import type { AnswerPath } from '../io/serve-site.ts';
import { historyOf, snapshotOf } from './console-data.ts';
import type { Ports } from './ports.ts';

/** Headers for a server; the page itself states the policy, too. A page cannot state who may frame it. */
export const siteHeaders = {
  'content-security-policy': `${contentSecurityPolicy}; frame-ancestors 'none'`,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
};

/** Answers with the console, and with the directory as it is when it is asked for. */
export function answerOf(dir: string, ports: Ports): AnswerPath {
  const assets = new Map(ports.site.assets().map(({ path, contents }) => [`/${path}`, contents]));
  const data: Readonly<Record<string, () => unknown>> = {
    '/data/snapshot.json': () => {
      const found = snapshotOf(dir, ports);
      if (!found.ok) throw new Error(found.message);
      return found.snapshot;
    },
    '/data/history.json': () => historyOf(dir, ports),
  };
  return (path) => {
    const compute = data[path];
    const contents = compute ? JSON.stringify(compute()) : assets.get(path === '/' ? '/index.html' : path);
    const type = types[path === '/' ? 'html' : (path.split('.').at(-1) ?? '')];
    return contents === undefined || type === undefined ? undefined : { type, contents };
  };
}
