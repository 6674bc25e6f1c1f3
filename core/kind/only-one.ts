import type { UniqueClaim } from './capabilities.ts';

/** The claim of a kind of which a repository can contain only one resource. */
export function onlyOne(kind: string): UniqueClaim {
  const conflict = { problem: `more than one ${kind} is defined`, fix: 'delete all but one' };
  return { what: `the ${kind}`, path: ['metadata', 'name'], conflict };
}
