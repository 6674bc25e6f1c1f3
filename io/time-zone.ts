import type { OffsetAt } from '../kubernetes/next-run.ts';

/** The UTC offset of a time zone over time; undefined for a zone that is unknown on this machine. */
export function offsetsOf(timeZone: string): OffsetAt | undefined {
  const format = formatFor(timeZone);
  return format && ((instant) => minutesAhead(format.formatToParts(instant)));
}

function formatFor(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** `GMT`, `GMT+02:00` or `GMT-03:30`. */
function minutesAhead(parts: readonly Intl.DateTimeFormatPart[]): number {
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /^GMT([+-])([0-9]{2}):([0-9]{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
