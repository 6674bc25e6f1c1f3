import { limits } from '../../data/limits.ts';
import type { Tree } from '../../data/tree.ts';
import { isPrintable, isPrintableKey } from '../../yaml/print-yaml.ts';

interface Unprintable {
  readonly code: 'out-of-range' | 'bad-format';
  readonly message: string;
  readonly fix?: string;
}

/**
 * The first value or key that a YAML parser rejects, or that parsers read in different ways. `depth` is the number of mappings and
 * lists around the value.
 */
export function unprintable(value: unknown, depth = 0): Unprintable | undefined {
  if (typeof value === 'string') return textProblem(value);
  if (typeof value === 'number') return isPrintable(value) ? undefined : ambiguousNumber(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === limits.depth) return { code: 'out-of-range', message: 'is nested too deeply' };
  for (const key of Object.keys(value)) {
    const found = keyProblem(key) ?? unprintable((value as Tree)[key], depth + 1);
    if (found) return found;
  }
  return undefined;
}

function ambiguousNumber(number: number): Unprintable {
  const message = `contains the number ${number}, which YAML parsers interpret in different ways`;
  return { code: 'out-of-range', message, fix: 'put the number in quotes' };
}

function textProblem(text: string): Unprintable | undefined {
  if (!/[\ud800-\udfff]/.test(text) || !/\p{Surrogate}/u.test(text)) return undefined;
  return { code: 'bad-format', message: 'contains an unpaired surrogate, which no YAML parser accepts' };
}

function keyProblem(key: string): Unprintable | undefined {
  if (isPrintableKey(key)) return textProblem(key);
  return { code: 'bad-format', message: 'contains a key that is too long for YAML parsers' };
}
