import type { Comparable } from '../analysis/diff/change.ts';
import { readBack } from '../analysis/diff/read-back.ts';
import { type ActionRun, type Failure, failure } from './action-run.ts';
import { type DeliveryTarget, fileTexts, readTarget } from './delivery-target.ts';
import { gitErrorText } from './git-error.ts';
import { targetBranch } from './reject.ts';

/** The objects of the committed manifests. Undefined if nothing is rendered yet. */
export type RenderedResult = { readonly ok: true; readonly value: Rendered | undefined } | Failure;

interface Rendered {
  readonly objects: readonly Comparable[];
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
  return { ok: true, value: { commit: head, source: drySha, objects: objectsOf(run, result.target, () => true) } };
}

/** The objects in the selected files of an earlier render. */
export function objectsOf(
  run: ActionRun,
  { files, ownership }: DeliveryTarget,
  isWanted: (path: string) => boolean,
): readonly Comparable[] {
  const owned = (ownership?.files ?? []).map(({ path }) => path);
  const texts = fileTexts(
    run.remote(),
    files,
    owned.filter((path) => path.endsWith('.yaml') && isWanted(path)),
  );
  return [...texts].flatMap(([path, text]) => readBack(path, text));
}
