/** How the head of a comparison relates to its base. `ahead` means that the base is an ancestor of the head. */
export type CompareStatus = 'ahead' | 'behind' | 'identical' | 'diverged' | 'unknown';

/** A comment by the user of the token. */
export interface OwnComment {
  readonly id: number;
  readonly body: string;
}

export interface FileChanges {
  readonly write: readonly { readonly path: string; readonly text: string }[];
  /** File paths. */
  readonly remove: readonly string[];
}

export interface Message {
  readonly headline: string;
  readonly body: string;
}

export interface BranchCommit {
  readonly branch: string;
  /** The expected head commit of the branch. */
  readonly head: string;
  readonly message: Message;
  readonly changes: FileChanges;
}

/** `raced` means that the branch has moved in the meantime, or that GitHub does not see a pushed object yet. */
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

/** The current head commit and target branch of a pull request. */
export interface PullState {
  readonly head: { readonly sha: string };
  readonly base: { readonly ref: string };
}

export interface Reviewers {
  readonly users: readonly string[];
  /** Team names without the organization. */
  readonly teams: readonly string[];
}

/** The time when a label was added to a pull request. */
export interface Labeling {
  readonly at: string;
  /** Whether the target branch changed later. */
  readonly isBeforeRetarget: boolean;
}

/** The calls to the GitHub API. They throw API errors, see api-error.ts. */
export interface GitHub {
  compareCommits(base: string, head: string): Promise<CompareStatus>;
  mergeBase(base: string, head: string): Promise<string | undefined>;
  /** The labels of the pull requests that merged a commit into a branch. */
  labelsOfCommit(commit: string, branch: string): Promise<readonly string[]>;
  labelsOfPull(pullRequest: number): Promise<readonly string[]>;
  pullState(pullRequest: number): Promise<PullState>;
  removeLabel(pullRequest: number, name: string): Promise<void>;
  /** When a label was last added to a pull request. Undefined if GitHub does not list it among the last hundred events. */
  lastLabeling(pullRequest: number, name: string): Promise<Labeling | undefined>;
  /** The newest push to a branch of a repository, `owner/name`. Undefined if GitHub lists none. */
  lastPush(repository: string, branch: string): Promise<{ readonly commit: string; readonly at: string } | undefined>;
  /** The labels of the pull requests in the merge queue of a branch, by head commit. */
  queuedLabels(branch: string): Promise<ReadonlyMap<string, readonly string[]>>;
  /**
   * The wanted comments by the user of the token, newest first. Reads at most ten pages, newest first, up to the first
   * page with a wanted comment.
   */
  ownComments(pullRequest: number, wanted: (body: string) => boolean): Promise<readonly OwnComment[]>;
  createComment(pullRequest: number, body: string): Promise<number>;
  updateComment(id: number, body: string): Promise<void>;
  deleteComment(id: number): Promise<void>;
  /** Commits files to a branch in a single commit. GitHub signs it for GITHUB_TOKEN and for GitHub Apps. */
  commitOnBranch(commit: BranchCommit): Promise<CommitResult>;
  /**
   * Creates a commit from a tree in the repository. No branch contains the commit yet. GitHub signs it like
   * commitOnBranch.
   */
  createCommit(commit: TreeCommit): Promise<CommitResult>;
  /** Moves a branch to a later commit. Returns false if the branch has moved in the meantime, or no longer exists. */
  advanceBranch(branch: string, commit: string): Promise<boolean>;
  /** Creates a branch. Returns false if it already exists. */
  createBranch(branch: string, commit: string): Promise<boolean>;
  openPullRequest(head: string, base: string): Promise<OpenPullRequest | undefined>;
  createPullRequest(head: string, base: string, text: PullRequestText): Promise<number>;
  updatePullRequest(number: number, text: Partial<PullRequestText>): Promise<void>;
  addLabels(number: number, labels: readonly string[]): Promise<void>;
  requestReviewers(number: number, reviewers: Reviewers): Promise<void>;
}
