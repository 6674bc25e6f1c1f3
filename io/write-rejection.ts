import { join } from 'node:path';
import { compare } from '../data/order.ts';
import { shortList } from '../data/short-list.ts';

export interface WriteRejection {
  readonly ok: false;
  readonly message: string;
  readonly fix: string;
}

export function inside(dir: string, paths: readonly string[]): readonly string[] {
  return paths.map((path) => join(dir, path));
}

/** The error for files that prevent writing an output: leasehold did not write them, or they were edited manually. */
export function rejection(paths: readonly string[], why: 'foreign' | 'edited'): WriteRejection {
  const names = [...new Set(paths)].sort(compare);
  const [were, them] = names.length === 1 ? ['was', 'it'] : ['were', 'them'];
  const isForeign = why === 'foreign';
  const problem = isForeign ? `would be overwritten, but leasehold did not write ${them}` : `${were} edited manually`;
  const other = isForeign ? 'render to another directory' : 'choose another directory';
  return {
    ok: false,
    message: `${shortList(names, 5)} ${problem}`,
    fix: `move ${them}, or ${other}`,
  };
}
