import type { SourceFile } from '../../core/source/source.ts';

/** The console's data about a repository: `data/snapshot.json` next to the page. */
export interface Snapshot {
  readonly format: typeof snapshotFormat;
  /** For headings: the name of the repository's directory, or with a gateway, the tenants directory. */
  readonly name: string;
  /** The tenants directory, relative to the root of the repository. */
  readonly directory: string;
  /** The checked-out commit; undefined outside a Git repository. */
  readonly head: Head | undefined;
  /** The URL prefix at which a forge edits a file, to which the path is appended; undefined for an unknown forge. */
  readonly editUrl: string | undefined;
  /** Paths are relative to the root of the repository. */
  readonly files: readonly SourceFile[];
  /** The text of the usage recording; undefined without a recording. */
  readonly usage: string | undefined;
}

export interface Head {
  readonly sha: string;
  /** Whether the files equal those of the commit. */
  readonly isClean: boolean;
}

export const snapshotFormat = 'leasehold-console/1';

/** Earlier versions of the files: `data/history.json`. Each distinct content appears once. */
export interface History {
  readonly format: typeof snapshotFormat;
  /** Newest first. */
  readonly commits: readonly StoredCommit[];
  readonly contents: readonly Content[];
  /** False if older commits are omitted. */
  readonly isComplete: boolean;
}

export interface Commit {
  readonly sha: string;
  readonly author: string;
  /** RFC 3339. */
  readonly date: string;
  readonly subject: string;
  /** The pull request or merge request in the message, as `#12` or `!12`. */
  readonly request: string | undefined;
}

export interface StoredCommit extends Commit {
  /** Each file's path and the index of its content. */
  readonly files: readonly (readonly [path: string, content: number])[];
}

/** A file without its path. */
export type Content =
  | { readonly text: string }
  | { readonly unreadable: Extract<SourceFile, { unreadable: string }>['unreadable'] };

/** The files of a stored commit. */
export function filesAt({ contents }: History, { files }: StoredCommit): readonly SourceFile[] {
  return files.flatMap(([path, index]): readonly SourceFile[] => {
    const content = contents[index];
    return content ? [{ path, ...content }] : [];
  });
}
