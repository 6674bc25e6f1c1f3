import { groupBy } from '../data/group-by.ts';
import type { Problem } from '../leasehold.ts';

/**
 * The warnings of the new version that are not among the problems of the earlier version. Several documents in a file
 * can have the same warning, so the number of equal warnings also counts.
 */
export function newWarnings(before: readonly Problem[], warnings: readonly Problem[]): readonly Problem[] {
  const known = groupBy(before, keyOf);
  return [...groupBy(warnings, keyOf)].flatMap(([key, same]) => same.slice(known.get(key)?.length ?? 0));
}

/** Identifies a problem without its line, because a change can move lines. */
function keyOf({ code, message, at: { file, path } }: Problem): string {
  return JSON.stringify([code, file, path, message]);
}
