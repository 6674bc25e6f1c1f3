const unit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000 };

/** Seconds in a duration such as 30d or 1w12h; a year has 365 days. The text must match the schemas' pattern. */
export function seconds(duration: string): number {
  const parts = [...duration.matchAll(/([0-9]+)([smhdwy])/g)];
  return parts.reduce((sum, [, count = '', name = '']) => sum + Number(count) * (unit[name] ?? 0), 0);
}
