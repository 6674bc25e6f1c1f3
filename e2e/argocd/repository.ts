import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { temporaryFolder } from '../temporary.ts';

/** A local Git repository that Argo CD reads. */
export interface Repository {
  readonly url: string;
  /** Writes the files, removes those whose text is null, and commits. Returns the hash of the commit. */
  commit(files: Readonly<Record<string, string | null>>): string;
}

export function makeRepository(): Repository {
  const folder = temporaryFolder('leasehold-git-');
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=e2e', '-c', 'user.email=e2e@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  git('init', '--quiet', '--initial-branch=main');
  return {
    url: `file://${folder}`,
    commit: (files) => {
      for (const [path, text] of Object.entries(files)) write(resolve(folder, path), text);
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message=change');
      return git('rev-parse', 'HEAD');
    },
  };
}

function write(file: string, text: string | null): void {
  mkdirSync(dirname(file), { recursive: true });
  if (text === null) rmSync(file);
  else writeFileSync(file, text);
}
