import type { ActionRun } from './action-run.ts';
import { gitErrorText } from './git-error.ts';
import type { FileChanges, GitHub, Message } from './github.ts';

/** A commit to be made. */
export interface Delivery {
  readonly branch: string;
  /** Where the branch is; undefined when it is to be made. */
  readonly head: string | undefined;
  /** The commit whose files are changed; undefined for none. */
  readonly onto: string | undefined;
  readonly parents: readonly string[];
  readonly changes: FileChanges;
  readonly message: Message;
}

export type Delivered =
  | { readonly ok: true; readonly commit: string; readonly verified: boolean }
  | { readonly ok: false; readonly raced: string }
  | { readonly ok: false; readonly failed: string };

/** What GitHub makes into a commit before it gives up: some 40 MB, to which base64 adds a third, in a few seconds. */
const most = { bytes: 20_000_000, files: 500 };

/**
 * Makes a signed commit in a number of calls that does not grow with the files. What fits is one call; what does
 * not, or has more than one parent, or none, goes through git to a hidden ref and is then committed through the API,
 * for only that signs.
 */
export async function deliver(run: ActionRun, delivery: Delivery): Promise<Delivered> {
  const { branch, head, onto, parents, changes, message } = delivery;
  const bytes = changes.write.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const isPlain = head !== undefined && head === onto && parents.length === 1;
  const isSmall = bytes <= most.bytes && changes.write.length + changes.remove.length <= most.files;
  if (!isPlain || !isSmall) return deliverTree(run, delivery);
  return run.github().commitOnBranch({ branch, head, message, changes });
}

async function deliverTree(run: ActionRun, delivery: Delivery): Promise<Delivered> {
  const remote = run.remote();
  const { id, attempt } = run.ports.event.run;
  const staged = remote.stage({ parent: delivery.onto, ...delivery.changes }, `run-${id}-${attempt}`);
  if (!staged.ok) return { ok: false, failed: gitErrorText('the files cannot be pushed', staged) };
  try {
    return await commitTree(run.github(), delivery, staged.value.tree);
  } finally {
    remote.forget(staged.value.ref);
  }
}

async function commitTree(github: GitHub, delivery: Delivery, tree: string): Promise<Delivered> {
  const { branch, head, parents, message } = delivery;
  const made = await github.createCommit({ message, tree, parents });
  if (!made.ok) return made;
  const moved =
    head === undefined ? github.createBranch(branch, made.commit) : github.advanceBranch(branch, made.commit);
  return (await moved) ? made : { ok: false, raced: `${branch} was moved meanwhile` };
}
