import { join } from 'node:path';
import { compare } from '../data/order.ts';
import { shortList } from '../data/short-list.ts';

export interface WriteRefusal {
  readonly ok: false;
  readonly message: string;
  readonly fix: string;
}

export function inside(dir: string, paths: readonly string[]): readonly string[] {
  return paths.map((path) => join(dir, path));
}

/** The error for files that prevent writing an output: not written by leasehold, or edited by hand. */
export function refusal(paths: readonly string[], why: 'foreign' | 'edited'): WriteRefusal {
  const names = [...new Set(paths)].sort(compare);
  const [are, were, them] = names.length === 1 ? ['is', 'was', 'it'] : ['are', 'were', 'them'];
  const isForeign = why === 'foreign';
  const fault = isForeign ? `${are} in the way: leasehold did not write ${them}` : `${were} edited by hand since`;
  const other = isForeign ? 'render to another directory' : 'give another directory';
  return { ok: false, message: `${shortList(names, 5)} ${fault}`, fix: `move ${them} away, or ${other}` };
}
