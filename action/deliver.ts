import type { ActionRun } from './action-run.ts';
import { gitErrorText } from './git-error.ts';
import type { FileChanges, GitHub, Message } from './github.ts';

/** A commit to create. */
export interface Delivery {
  readonly branch: string;
  /** The current head of the branch. Undefined for a new branch. */
  readonly head: string | undefined;
  /** The commit that the changes apply to. Undefined if they apply to an empty tree. */
  readonly onto: string | undefined;
  readonly parents: readonly string[];
  readonly changes: FileChanges;
  readonly message: Message;
}

export type DeliveryResult =
  | { readonly ok: true; readonly commit: string; readonly verified: boolean }
  | { readonly ok: false; readonly raced: string }
  | { readonly ok: false; readonly failed: string };

/**
 * Safe limits for createCommitOnBranch. GitHub accepts about 40 MB of base64 within seconds. Base64 adds a third to the
 * size.
 */
const largestCommit = { bytes: 20_000_000, files: 500 };

/**
 * Creates a commit with a constant number of calls. A small change takes a single API call. For a large change, a new
 * branch or a merge, git pushes the tree to a hidden ref first. The API always creates the commit, because GitHub signs
 * only commits that its API creates.
 */
export async function deliver(run: ActionRun, delivery: Delivery): Promise<DeliveryResult> {
  const { branch, head, onto, parents, changes, message } = delivery;
  const bytes = changes.write.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const isPlain = head !== undefined && head === onto && parents.length === 1;
  const isSmall = bytes <= largestCommit.bytes && changes.write.length + changes.remove.length <= largestCommit.files;
  if (!isPlain || !isSmall) return deliverTree(run, delivery);
  return run.github().commitOnBranch({ branch, head, message, changes });
}

async function deliverTree(run: ActionRun, delivery: Delivery): Promise<DeliveryResult> {
  const remote = run.remote();
  const { id, attempt } = run.ports.event.run;
  const staged = remote.pushTree({ parent: delivery.onto, ...delivery.changes }, `run-${id}-${attempt}`);
  if (!staged.ok) return { ok: false, failed: gitErrorText('the files cannot be pushed', staged) };
  try {
    return await commitTree(run.github(), delivery, staged.value.tree);
  } finally {
    remote.deleteRef(staged.value.ref);
  }
}

async function commitTree(github: GitHub, delivery: Delivery, tree: string): Promise<DeliveryResult> {
  const { branch, head, parents, message } = delivery;
  const made = await github.createCommit({ message, tree, parents });
  if (!made.ok) return made;
  const moved =
    head === undefined ? github.createBranch(branch, made.commit) : github.advanceBranch(branch, made.commit);
  return (await moved) ? made : { ok: false, raced: `${branch} has moved in the meantime` };
}
