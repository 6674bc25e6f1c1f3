import type { Write } from './decide/write.ts';

export type Log = (
  level: 'info' | 'warning' | 'error',
  message: string,
  fields?: Readonly<Record<string, string>>,
) => void;

/** One JSON object per line. */
export function jsonLog(print: (line: string) => void, now: () => number): Log {
  return (level, message, fields = {}) =>
    print(`${JSON.stringify({ time: new Date(now()).toISOString(), level, message, ...fields })}\n`);
}

/** The fields of a log line about a write. */
export function describeWrite(write: Write): Readonly<Record<string, string>> {
  const claim = 'claim' in write ? { claim: `${write.claim.namespace}/${write.claim.name}` } : {};
  const volume = 'volume' in write ? { volume: write.volume.name } : {};
  return { write: write.type, ...claim, ...volume };
}
