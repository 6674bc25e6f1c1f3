import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GitEnvironment, git, gitError } from './git-process.ts';

export interface NewCommit {
  /** The parent commit. */
  readonly base: string;
  /** New texts by path from the root of the repository; undefined removes the file. */
  readonly files: ReadonlyMap<string, string | undefined>;
  readonly message: string;
  readonly author: Signature;
  readonly committer: Signature;
  /** In seconds since 1970. The same commit written again has the same name. */
  readonly time: number;
}

interface Signature {
  readonly name: string;
  readonly email: string;
}

/** Writes a commit without a work tree, and returns its name. No reference points to it. Throws if git fails. */
export function writeCommit(
  { base, files, message, author, committer, time }: NewCommit,
  repository: GitEnvironment,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-index-'));
  const environment = { ...repository, GIT_INDEX_FILE: join(folder, 'index') };
  const run = (args: readonly string[], input = '', extra: GitEnvironment = {}) => {
    const done = git(args, { ...environment, ...extra }, input);
    if (!done.ok) throw gitError(done.message);
    return done.out.toString().trim();
  };
  try {
    run(['read-tree', base]);
    const entries = [...files].map(([path, text]) => {
      const blob = text === undefined ? '0'.repeat(40) : run(['hash-object', '-w', '--stdin'], text);
      return `${text === undefined ? '0' : '100644'} ${blob}\t${path}\0`;
    });
    run(['update-index', '-z', '--index-info'], entries.join(''));
    // The clone of the gateway lacks large files, which the commit keeps.
    const tree = run(['write-tree', '--missing-ok']);
    return run(['commit-tree', tree, '-p', base, '-F', '-'], message, signatures(author, committer, time));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function signatures(author: Signature, committer: Signature, time: number): GitEnvironment {
  const date = `@${time} +0000`;
  return {
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
    GIT_AUTHOR_NAME: clean(author.name),
    GIT_AUTHOR_EMAIL: clean(author.email),
    GIT_COMMITTER_NAME: clean(committer.name),
    GIT_COMMITTER_EMAIL: clean(committer.email),
  };
}

/** Git drops these characters, and rejects a name without any others. */
function clean(text: string): string {
  return text.replace(/[<>\n\r\0]/g, '').trim() || 'unknown';
}
