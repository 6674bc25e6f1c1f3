/** How the head of a comparison relates to its base: `ahead` when the base is an ancestor of the head. */
export type CompareStatus = 'ahead' | 'behind' | 'identical' | 'diverged' | 'unknown';

/** A comment that this token's user wrote. */
export interface OwnComment {
  readonly id: number;
  readonly body: string;
}

export interface FileChanges {
  readonly write: readonly { readonly path: string; readonly text: string }[];
  /** Paths of files. */
  readonly remove: readonly string[];
}

export interface Message {
  readonly headline: string;
  readonly body: string;
}

export interface BranchCommit {
  readonly branch: string;
  /** The commit that the branch must still be at. */
  readonly head: string;
  readonly message: Message;
  readonly changes: FileChanges;
}

/** `raced` when the branch moved meanwhile, or when GitHub does not see a pushed object yet. */
export type CommitResult =
  | { readonly ok: true; readonly commit: string; readonly verified: boolean }
  | { readonly ok: false; readonly raced: string };

export interface TreeCommit {
  readonly message: Message;
  readonly tree: string;
  readonly parents: readonly string[];
}

export interface PullRequestText {
  readonly title: string;
  readonly body: string;
}

export interface OpenPullRequest extends PullRequestText {
  readonly number: number;
}

export interface Reviewers {
  readonly users: readonly string[];
  /** Names of teams, without the organisation. */
  readonly teams: readonly string[];
}

/** The calls to the GitHub API. They throw API errors; see api-error.ts. */
export interface GitHub {
  compareCommits(base: string, head: string): Promise<CompareStatus>;
  mergeBase(base: string, head: string): Promise<string | undefined>;
  /** The labels of the pull requests that brought a commit to a branch. */
  labelsOfCommit(commit: string, branch: string): Promise<readonly string[]>;
  labelsOfPull(pullRequest: number): Promise<readonly string[]>;
  removeLabel(pullRequest: number, name: string): Promise<void>;
  /** The labels of the pull requests in the merge queue of a branch, by the queue's commits. */
  queuedLabels(branch: string): Promise<ReadonlyMap<string, readonly string[]>>;
  /** The newest comments of the token's own user, in pages until one of them is wanted. */
  ownComments(pullRequest: number, wanted: (body: string) => boolean): Promise<readonly OwnComment[]>;
  createComment(pullRequest: number, body: string): Promise<number>;
  updateComment(id: number, body: string): Promise<void>;
  deleteComment(id: number): Promise<void>;
  /** Commits files to a branch in one signed step. */
  commitOnBranch(commit: BranchCommit): Promise<CommitResult>;
  /** Creates a signed commit of a tree that the repository has. No branch has it yet. */
  createCommit(commit: TreeCommit): Promise<CommitResult>;
  /** Moves a branch to a later commit. False when somebody else was first. */
  advanceBranch(branch: string, commit: string): Promise<boolean>;
  createBranch(branch: string, commit: string): Promise<boolean>;
  openPullRequest(head: string, base: string): Promise<OpenPullRequest | undefined>;
  createPullRequest(head: string, base: string, text: PullRequestText): Promise<number>;
  updatePullRequest(number: number, text: Partial<PullRequestText>): Promise<void>;
  addLabels(number: number, labels: readonly string[]): Promise<void>;
  requestReviewers(number: number, reviewers: Reviewers): Promise<void>;
}
