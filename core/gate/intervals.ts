import { type Path, type Tree, valueAt } from '../../data/tree.ts';
import type { Use } from '../settings/use.ts';
import { usesBelow } from './field-uses.ts';

/** Controllers that all tenants share work this often at most, in seconds. */
const least = 10;

const units: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  y: 31_536_000,
};

/** Whether a duration of Go or of Prometheus is so short that it keeps a controller busy. Zero means never. */
export function isShort(duration: unknown): boolean {
  if (duration === 0 || duration === '0') return false;
  if (typeof duration !== 'string' || !/^(?:[0-9]{1,9}(?:ms|[smhdwy]))+$/.test(duration)) return true;
  const parts = [...duration.matchAll(/([0-9]+)(ms|[smhdwy])/g)];
  const seconds = parts.reduce((sum, [, count = '', unit = '']) => sum + Number(count) * (units[unit] ?? 0), 0);
  return seconds > 0 && seconds < least;
}

/** The use of the interval at a path if it is short. */
export function intervalUses(object: Tree, path: Path): readonly Use[] {
  return isShort(valueAt(object, ...path) ?? 0) ? usesBelow(object, path) : [];
}
