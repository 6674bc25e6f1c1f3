import { refresh } from './client.ts';
import { liveMethods } from './live.ts';

/** Milliseconds between two reads for the open page. */
const pause = 10_000;

/** Reads the cluster repeatedly while the page is visible, and when it becomes visible. */
export function keepReading(before: () => Promise<unknown> = async () => undefined): void {
  const read = async () => {
    if (document.visibilityState !== 'visible') return;
    await before().catch(() => undefined);
    refresh(liveMethods);
  };
  setInterval(() => void read(), pause);
  document.addEventListener('visibilitychange', () => void read());
}
