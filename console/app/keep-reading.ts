import { refresh } from './client.ts';
import { liveMethods } from './live.ts';

/** Milliseconds between two reads of the pages that are open. */
const pause = 10_000;

/** Reads the cluster again and again while the page is visible. `isReady` returns whether the gateway reads a cluster. */
export function keepReading(isReady: () => Promise<boolean>): void {
  const read = async () => {
    if (document.visibilityState === 'visible' && (await isReady().catch(() => false))) refresh(liveMethods);
  };
  setInterval(() => void read(), pause);
}
