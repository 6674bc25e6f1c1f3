import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Spawned, spawn } from '../cli/sandbox.ts';
import { trackedFiles } from './tracked-files.ts';

/** A copy of the files that Git tracks or would add, with installed dependencies and without a build. */
export interface Checkout {
  /** Runs a program of node_modules/.bin, or npm or git. */
  readonly run: (program: string, ...argv: readonly string[]) => Spawned;
  /** Runs a program. On failure, throws an error with its output. */
  readonly passes: (program: string, ...argv: readonly string[]) => void;
  /**
   * The paths of files in the checkout that were changed, added or deleted since it was created. Omits untracked files that
   * .gitignore excludes.
   */
  readonly changes: () => readonly string[];
}

/** Runs a test in a copy of the checkout, including uncommitted changes, and removes the copy afterwards. */
export async function inCheckout(use: (checkout: Checkout) => void | Promise<void>): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'leasehold-checkout-'));
  const path = `${resolve('node_modules/.bin')}:${process.env['PATH']}`;
  const run = (program: string, ...argv: readonly string[]) => spawn(program, argv, root, { PATH: path });
  // Tests that drop root privileges must still be able to read the programs.
  chmodSync(root, 0o755);
  try {
    for (const file of trackedFiles()) cpSync(file, join(root, file));
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
    run('git', 'init', '--quiet');
    run('git', 'add', '--all');
    await use({
      run,
      passes: (program, ...argv) => {
        const { code, stdout, stderr } = run(program, ...argv);
        if (code !== 0) throw new Error(`${[program, ...argv].join(' ')} failed:\n${stdout}${stderr}`);
      },
      changes: () => changesIn(run('git', 'status', '--porcelain', '--untracked-files=all')),
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** In `AM path` the second letter is the difference between the index and the file. */
function changesIn({ stdout }: Spawned): readonly string[] {
  const lines = stdout.split('\n').filter((line) => line !== '' && line[1] !== ' ');
  return lines.map((line) => line.slice(3));
}
