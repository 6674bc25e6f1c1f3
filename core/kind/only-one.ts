import type { UniqueClaim } from './capabilities.ts';

/** The claim of a kind with at most one resource in a repository. */
export function onlyOne(kind: string): UniqueClaim {
  const conflict = { problem: `more than one ${kind} is defined`, fix: 'delete all but one' };
  return { what: `the ${kind}`, path: ['metadata', 'name'], conflict };
}
