import { existsSync } from 'node:fs';
import { spawn } from '../cli/sandbox.ts';

/** The files that Git tracks or would add, relative to the checkout. */
export function trackedFiles(): readonly string[] {
  const listed = spawn('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], '.');
  return listed.stdout.split('\0').filter((file) => file !== '' && existsSync(file));
}

/** The files with uncommitted changes, including untracked files. */
export function changedFiles(): readonly string[] {
  const { stdout } = spawn('git', ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'], '.');
  const entries = stdout.split('\0').filter((entry) => entry !== '');
  return entries.map((entry) => entry.slice(3));
}
