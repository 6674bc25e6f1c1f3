const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** A duration in Go syntax, such as 1h30m, in milliseconds. The schema checks the format. */
export function milliseconds(duration: string): number {
  const parts = [...duration.matchAll(/([0-9.]+)(ms|h|m|s)/g)];
  return parts.reduce((sum, [, count = '', unit = '']) => sum + Math.round(Number(count) * (units[unit] ?? 0)), 0);
}
