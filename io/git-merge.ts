import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface MergedText {
  /** With conflict markers where both sides changed the same lines. */
  readonly text: string;
  readonly hasConflicts: boolean;
}

/** Merges two versions of a text that began as `base`. */
export function mergeTexts(yours: string, base: string, theirs: string): MergedText {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-merge-'));
  try {
    const sides = { yours, base, theirs };
    for (const [name, text] of Object.entries(sides)) writeFileSync(join(folder, name), text);
    const args = ['merge-file', '--stdout', '--diff3', ...Object.keys(sides)];
    const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
    return { text: stdout, hasConflicts: status !== 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
