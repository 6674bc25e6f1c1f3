const unit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000 };

/** Converts a duration such as 30d or 1w12h to seconds. A year has 365 days. The schemas validate the format. */
export function seconds(duration: string): number {
  const parts = [...duration.matchAll(/([0-9]+)([smhdwy])/g)];
  return parts.reduce((sum, [, count = '', name = '']) => sum + Number(count) * (unit[name] ?? 0), 0);
}
