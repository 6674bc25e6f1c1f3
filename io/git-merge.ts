import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitError } from './git-process.ts';

/** The limit of the merged text in bytes: more than three of the largest files. */
const maxBuffer = 64 * 1024 ** 2;

export interface MergedText {
  /** With conflict markers where both sides changed the same lines. */
  readonly text: string;
  readonly hasConflicts: boolean;
}

/** Merges two versions of a text that began as `base`. Throws if git cannot merge them. */
export function mergeTexts(yours: string, base: string, theirs: string): MergedText {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-merge-'));
  try {
    const sides = { yours, base, theirs };
    for (const [name, text] of Object.entries(sides)) writeFileSync(join(folder, name), text);
    const args = ['merge-file', '--stdout', '--diff3', ...Object.keys(sides)];
    const { error, status, stdout, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer });
    // Up to 127, the status is the number of conflicts.
    if (error || status === null || status > 127) throw gitError(error?.message ?? stderr.trim());
    return { text: stdout, hasConflicts: status > 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
