import { milli } from '../quantity.ts';
import type { Finding, Pair } from './change.ts';
import { at, isMap, listAt, mapAt, type Tree } from './tree.ts';

/** Bounds that are lower than before, or new. One that goes is a loosened policy. */
export function quota(pair: Pair): readonly Finding[] {
  if (pair.id.kind !== 'ResourceQuota' && pair.id.kind !== 'LimitRange') return [];
  const { old, now, fresh } = pair;
  if (!now) return [{ risk: 'policy-loosened', why: 'nothing bounds what the namespace uses' }];
  if (fresh) return [];
  const boundsOf = pair.id.kind === 'ResourceQuota' ? quotaBounds : rangeBounds;
  return compareBounds(old ? boundsOf(old) : new Map(), boundsOf(now));
}

/** Bounds by what they bound; `floor` for one that is stricter when it is higher. */
type Bounds = ReadonlyMap<string, { readonly value: string; readonly floor: boolean }>;

function quotaBounds(tree: Tree): Bounds {
  return new Map(
    Object.entries(mapAt(tree, 'spec', 'hard')).map(([name, value]) => [name, { value: String(value), floor: false }]),
  );
}

function rangeBounds(tree: Tree): Bounds {
  const bounds = new Map<string, { value: string; floor: boolean }>();
  for (const limit of listAt(tree, 'spec', 'limits')) {
    for (const [field, values] of Object.entries(isMap(limit) ? limit : {})) {
      if (!isMap(values)) continue;
      for (const [name, value] of Object.entries(values)) {
        bounds.set(`${at(limit, 'type')} ${field} ${name}`, { value: String(value), floor: field === 'min' });
      }
    }
  }
  return bounds;
}

function compareBounds(old: Bounds, now: Bounds): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [name, { value, floor }] of now) {
    const before = old.get(name)?.value;
    if (before === undefined) findings.push({ risk: 'quota-shrunk', why: `${name} is now bounded, by ${value}` });
    else if (isStricter(before, value, floor))
      findings.push({ risk: 'quota-shrunk', why: `${name} goes from ${before} to ${value}` });
  }
  for (const name of old.keys())
    if (!now.has(name)) findings.push({ risk: 'policy-loosened', why: `${name} is no longer bounded` });
  return findings;
}

/** What cannot be compared (a ratio, an exponent) counts as stricter: better a look too many. */
function isStricter(before: string, after: string, floor: boolean): boolean {
  const [old, now] = [amount(before), amount(after)];
  if (old === undefined || now === undefined) return before !== after;
  return floor ? now > old : now < old;
}

function amount(text: string): bigint | undefined {
  return /^[0-9]+(?:\.[0-9]+)?(?:m|k|Ki|[MGTPE]i?)?$/.test(text) ? milli(text) : undefined;
}
