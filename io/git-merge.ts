import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { valueAt } from '../data/tree.ts';
import { gitError } from './git-process.ts';

/** The limit of the merged text in bytes: more than three of the largest files. */
const maxBuffer = 64 * 1024 ** 2;

export interface MergedText {
  /** With conflict markers where both sides changed the same lines. */
  readonly text: string;
  readonly hasConflicts: boolean;
}

/**
 * The maximum number of lines of the texts that git merges for a request. The time of git grows faster than the number of
 * lines: at most 0.2 seconds for this number, but 4 seconds for 750,000.
 */
const maxLines = 100_000;

/**
 * The maximum time of git for the merges of a request, in milliseconds. Lines with the same hash, which an author can construct,
 * take git as long as all pairs of them.
 */
const defaultTime = 5000;

/** A merge starts a process, which takes as long as to merge this number of lines. */
const linesOfProcess = 1000;

export type MergeTexts = (yours: string, base: string, theirs: string) => MergedText;

/**
 * Merges the texts of one request. As soon as they have too many lines, or git takes too long, the rest of the texts are single
 * conflicts.
 */
export function openMerges(maxTime = defaultTime): MergeTexts {
  let lines = 0;
  let time = 0;
  return (...sides) => {
    lines += sides.reduce((sum, side) => sum + lineCount(side), linesOfProcess);
    if (lines > maxLines || time >= maxTime) return singleConflict(...sides);
    const start = performance.now();
    const merged = mergeWithin(maxTime - time, sides);
    time += performance.now() - start;
    return merged ?? singleConflict(...sides);
  };
}

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Both versions in full, in the format of git. */
function singleConflict(yours: string, base: string, theirs: string): MergedText {
  const line = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
  const text = `<<<<<<< yours\n${line(yours)}||||||| base\n${line(base)}=======\n${line(theirs)}>>>>>>> theirs\n`;
  return { text, hasConflicts: true };
}

/**
 * Merges two versions of a text that began as `base`. Undefined if git needs more than a number of milliseconds. Throws if git
 * cannot merge them.
 */
function mergeWithin(timeout: number, [yours, base, theirs]: Parameters<MergeTexts>): MergedText | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-merge-'));
  try {
    const sides = { yours, base, theirs };
    for (const [name, text] of Object.entries(sides)) writeFileSync(join(folder, name), text);
    const args = ['merge-file', '--stdout', '--diff3', ...Object.keys(sides)];
    const options = {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer,
      timeout: Math.ceil(timeout),
      killSignal: 'SIGKILL',
    } as const;
    const { error, status, stdout, stderr } = spawnSync('git', args, options);
    if (valueAt(error, 'code') === 'ETIMEDOUT') return undefined;
    // Up to 127, the status is the number of conflicts.
    if (error || status === null || status > 127) throw gitError(error?.message ?? stderr.trim());
    return { text: stdout, hasConflicts: status > 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
