import type { SourceFile } from '../../leasehold.ts';
import type { TenantRepository } from './repository.ts';

/** The commit of a directory without Git. */
const noCommit = '0'.repeat(40);

/** A directory outside Git. It has a single version, and nothing can be proposed. */
export function plainDirectory(directory: string, files: () => readonly SourceFile[]): TenantRepository {
  const reject = () => {
    throw new Error('the directory is not in a Git repository, so nothing can be proposed');
  };
  return {
    directory,
    head: () => noCommit,
    resolve: (at) => (at === noCommit ? at : undefined),
    filesAt: files,
    commits: () => [],
    blobs: (_, paths) => paths.map(() => undefined),
    has: (sha) => sha === noCommit,
    isAncestor: async () => false,
    isState: () => false,
    write: reject,
    changedFiles: () => [],
    keep: reject,
    setBranch: reject,
    hasBranch: () => false,
    textOf: () => undefined,
    remote: async () => reject(),
  };
}
