import type { Risk } from '../../analysis/diff/change.ts';
import type { NewCommit } from '../../io/git-commit.ts';

/**
 * `pending`: the gateway has not submitted it to the forge yet. `open`: a pull request is open. `merged`: it is part of the
 * branch. `applied`: Argo CD applied it. `closed`: it was rejected or withdrawn.
 */
export type ChangeState = 'pending' | 'open' | 'merged' | 'applied' | 'closed';

/** A submitted change, as stored. */
export interface ChangeRecord {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Who submitted it. */
  readonly user: string;
  readonly createdAt: string;
  /** The commit on which it is based, and its own commit. */
  readonly base: string;
  readonly commit: string;
  readonly files: readonly string[];
  readonly tenants: readonly string[];
  readonly risk: Risk | undefined;
  /** Whether the platform team must decide about it. */
  readonly needsPlatform: boolean;
  /** Identifies a repeated request. */
  readonly request: { readonly key: string; readonly digest: string } | undefined;
  readonly state: ChangeState;
  readonly pull: PullRequest | undefined;
  readonly checks: Checks | undefined;
  /** The commit that merged it into the branch. */
  readonly mergeCommit: string | undefined;
  /** Why the submission to the forge failed. */
  readonly failure: string | undefined;
  /** The content of the commit until the forge has it, because other replicas have other clones. */
  readonly content: CommitContent | undefined;
}

/** A commit that can be written again with the same SHA. */
export interface CommitContent extends Omit<NewCommit, 'files'> {
  readonly files: readonly { readonly path: string; readonly text: string | null }[];
}

export interface PullRequest {
  readonly number: number | undefined;
  /** The page of the pull request; undefined for a local branch. */
  readonly url: string | undefined;
}

export type Checks = 'none' | 'running' | 'passed' | 'failed';

type PublicRecord = Omit<ChangeRecord, 'request' | 'content'>;

/** The part of a change that people see. */
export function publicRecord({ request: _, content: __, ...rest }: ChangeRecord): PublicRecord {
  return rest;
}
