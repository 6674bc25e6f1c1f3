import { type PastObjects, readBack, type UnreadDocument } from '../analysis/diff/read-back.ts';
import { shortList } from '../data/short-list.ts';
import { code } from '../shell/markdown.ts';
import { type ActionRun, type Failure, failure } from './action-run.ts';
import { type DeliveryTarget, fileTexts, readTarget } from './delivery-target.ts';
import { gitErrorText } from './git-error.ts';
import { targetBranch } from './reject.ts';

/** The objects of the committed manifests. Undefined if nothing is rendered yet. */
export type RenderedResult = { readonly ok: true; readonly value: Rendered | undefined } | Failure;

export interface Rendered extends PastObjects {
  /** The commit that contains them. */
  readonly commit: string;
  /** The source commit that they were rendered from. */
  readonly source: string | undefined;
}

/** Reads the manifests that mode commit has rendered with the same inputs. */
export function readRendered(run: ActionRun): RenderedResult {
  const branch = targetBranch(run);
  const heads = run.remote().heads([branch]);
  if (!heads.ok) return failure(gitErrorText(`${branch} cannot be looked up`, heads, 'read'));
  const location = { branch, folder: run.inputs.targetFolder, head: heads.value.get(branch) };
  const result = readTarget(run.remote(), location);
  if (!result.ok) return failure(gitErrorText(`${branch} cannot be fetched`, result, 'read'));
  const { head, ownership, drySha } = result.target;
  if (head === undefined || !ownership) return { ok: true, value: undefined };
  return { ok: true, value: { commit: head, source: drySha, ...objectsOf(run, result.target, () => true) } };
}

/** The objects in the selected files of an earlier render. */
export function objectsOf(
  run: ActionRun,
  { files, ownership }: DeliveryTarget,
  isWanted: (path: string) => boolean,
): PastObjects {
  const owned = (ownership?.files ?? []).map(({ path }) => path);
  const texts = fileTexts(
    run.remote(),
    files,
    owned.filter((path) => path.endsWith('.yaml') && isWanted(path)),
  );
  const past = [...texts].map(([path, text]) => readBack(path, text));
  return { objects: past.flatMap(({ objects }) => objects), unread: past.flatMap(({ unread }) => unread) };
}

/** The maximum number of documents that a note names. */
const maxNames = 10;

/** The note of the report about documents that are not objects. `effect` is what the report does without them. */
export function unreadNotes(unread: readonly UnreadDocument[], effect: string): readonly string[] {
  if (unread.length === 0) return [];
  const names = unread.map(({ path, document }) => `document ${document} of ${code(path)}`);
  const what = `${shortList(names, maxNames)} on the target branch ${unread.length === 1 ? 'is not an object' : 'are not objects'}`;
  return [`${what}, so this report ${effect}. Mode commit writes such files again.`];
}
