import type { RevisionFiles } from '../io/git.ts';
import type { ChangedLines, CommitMetadata, CommitRange } from '../io/git-history.ts';
import type { RemoteResult } from '../io/git-network.ts';
import type { GitEnvironment } from '../io/git-process.ts';
import type { Remote } from '../io/git-remote.ts';
import type { SourceFile } from '../leasehold.ts';
import type { Event } from './event.ts';
import type { GitHub } from './github.ts';
import type { InputName } from './inputs.ts';

/** All external dependencies of a run. Tests pass literals. action/main.ts passes the runner. */
export interface Ports {
  readonly input: (name: InputName) => string;
  readonly event: Event;
  readonly runner: Runner;
  readonly files: Files;
  readonly history: History;
  /** Opens the repository on the server through git. */
  readonly openRemote: (token: string) => Remote;
  readonly openGitHub: (token: string) => GitHub;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
}

export interface Annotation {
  readonly severity: 'error' | 'warning' | 'notice';
  readonly message: string;
  readonly title?: string;
  readonly at?: { readonly file: string; readonly line: number; readonly column: number };
}

/** Receives the results of a run. */
export interface Runner {
  /** Writes a line to the log. */
  readonly log: (text: string) => void;
  readonly annotate: (annotation: Annotation) => void;
  readonly summary: (markdown: string) => Promise<void>;
  readonly output: (name: OutputName, value: string) => void;
}

/** Every output that action.yml declares. */
export const outputNames = [
  'auto-mergeable',
  'changed-tenants',
  'comment-id',
  'committed',
  'errors',
  'objects-added',
  'objects-changed',
  'objects-removed',
  'pull-request',
  'rendered-sha',
  'risk',
  'verified',
  'warnings',
] as const;
export type OutputName = (typeof outputNames)[number];

export interface Files {
  readonly kindOf: (path: string) => 'directory' | 'file' | 'nothing';
  readonly readTree: (root: string) => readonly SourceFile[];
  /** The names of the entries of a directory. Empty if the workspace has no directory at the path. */
  readonly namesIn: (directory: string) => readonly string[];
  readonly readText: (path: string) => string | undefined;
  readonly writeText: (path: string, text: string) => void;
  /** True for a path that is inside the workspace after resolving symbolic links. */
  readonly isInside: (path: string) => boolean;
  /** True for a path inside the workspace that is not itself a symbolic link. */
  readonly isWritable: (path: string) => boolean;
}

/** The checked-out repository. */
export interface History {
  /** The error of git if it cannot use the working directory as a repository. Empty if it can. */
  readonly problem: () => string;
  /** True for a partial clone: git fetches missing files when it reads them, which fails without a token. */
  readonly isPartial: () => boolean;
  readonly head: () => string | undefined;
  /** True if the checked-out commit contains a file or directory at the path, even if the checkout lacks it. */
  readonly hasFile: (path: string) => boolean;
  readonly parentsOf: (commit: string) => readonly string[];
  readonly metadata: (commit: string, environment?: GitEnvironment) => CommitMetadata | undefined;
  readonly read: (revision: string, path: string, environment?: GitEnvironment) => RevisionFiles;
  /** The commit of a revision, which is never the short name of a tag. Undefined if the checkout does not contain it. */
  readonly resolve: (revision: string) => string | undefined;
  /** A commit and its first-parent ancestors, newest first, at most `most` commits. */
  readonly firstParents: (commit: string, most: number, environment: GitEnvironment) => readonly string[];
  /** The root of the repository that contains a directory. Undefined outside a repository. */
  readonly rootOf: (directory: string) => string | undefined;
  readonly fetchSources: (commit: string, path: string, remote: Remote) => RemoteResult<undefined>;
  readonly sourcesFingerprint: (commit: string, path: string, remote: Remote) => string | undefined;
  /** All changed files of the repository. Undefined if git cannot compare the commits. */
  readonly changedFiles: (range: CommitRange, environment?: GitEnvironment) => readonly string[] | undefined;
  /** The changed lines of the input files below a path. */
  readonly changedLines: (range: CommitRange, path: string, environment?: GitEnvironment) => ChangedLines;
}
