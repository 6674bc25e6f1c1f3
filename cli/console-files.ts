import type { SiteContent } from '../gateway/routes/gateway.ts';
import { historyOf, snapshotOf } from './console-data.ts';
import type { Ports } from './ports.ts';

/** The data files of the console for a directory. They are read again for each request. */
export function dataOf(dir: string, ports: Ports): SiteContent['data'] {
  return {
    '/data/snapshot.json': () => {
      const found = snapshotOf(dir, ports);
      if (!found.ok) throw new Error(found.message);
      return JSON.stringify(found.snapshot);
    },
    '/data/history.json': () => JSON.stringify(historyOf(dir, ports)),
  };
}
