import { shortList } from '../data/short-list.ts';
import { ownershipFile } from '../io/ownership.ts';
import type { ActionRun } from './action-run.ts';
import type { CommitPlan } from './commit-plan.ts';
import type { DeliveryTarget } from './delivery-target.ts';
import { branchOf } from './event.ts';
import { sourceBranch } from './source-branch.ts';

/** The branch that receives the manifests, directly or through a pull request. */
export function targetBranch(run: ActionRun): string {
  const { targetBranch: named, deliver } = run.inputs;
  if (named !== '') return named;
  return deliver === 'folder' ? sourceBranch(run) : 'rendered';
}

/** Rejects events that may contain content of another repository, because the commit would be attributed to this repository. */
export function rejectedEvent({ ports: { event }, inputs: { mode } }: ActionRun): string | undefined {
  if (event.foreignHead === undefined) return undefined;
  const why = `the event ${event.name} can contain content of ${event.foreignHead}`;
  return `${why}, so mode ${mode} rejects the event. Run mode ${mode} on ${mode === 'offboard' ? 'a schedule' : 'push to a branch of this repository'}, and mode diff on pull requests`;
}

/** Rejects a run on any ref except the source branch, because its render would replace the render of the source branch. */
export function rejectedBranch(run: ActionRun): string | undefined {
  const { event } = run.ports;
  const source = sourceBranch(run);
  if (source === '') return 'the source branch is unknown: set the input source-branch';
  if (branchOf(event) === source) return undefined;
  const [own, ref] = [branchOf(event), event.ref.replace(/^refs\/(?:heads|tags)\//, '')];
  const advice =
    own === undefined
      ? `Run the job on the branch ${source}`
      : run.inputs.mode === 'offboard'
        ? `To remove tenants from ${own}, set the input source-branch to ${own}`
        : `To render ${own}, set the input source-branch to ${own}, and use a separate target-branch`;
  return `this run is for ${ref || 'no branch'}, but the source branch is ${source}, so nothing is committed. ${advice}`;
}

/**
 * Rejects a target that would overwrite the sources or that the next run would read as sources, and a target branch that
 * does not fit the input deliver.
 */
export function rejectedPlace(run: ActionRun): string | undefined {
  const { inputs, ports } = run;
  const { deliver, path, targetFolder } = inputs;
  const branch = targetBranch(run);
  const own = sourceBranch(run);
  const isSource = branch === own || branch === ports.event.defaultBranch;
  if (deliver === 'branch' && branch === own)
    return `${branch} is the branch of the sources: use deliver: folder, or another target-branch`;
  if (deliver === 'branch' && isSource)
    return `${branch} is the default branch of the repository: use another target-branch`;
  if (deliver === 'folder' && branch !== own)
    return `deliver: folder writes to the branch of the sources, ${own}, not to ${branch}: use deliver: branch`;
  if (!isSource) return undefined;
  if (targetFolder === '')
    return `leasehold cannot own the whole branch ${branch}, because it contains other files: set target-folder`;
  const overlaps = isBelow(targetFolder, path) || isBelow(path, targetFolder);
  return overlaps
    ? `target-folder ${targetFolder} and path ${path} overlap, so the next run would read the output of this run: use separate directories`
    : undefined;
}

function isBelow(path: string, folder: string): boolean {
  return folder === '.' || path === folder || path.startsWith(`${folder}/`);
}

/** The path of the list of the files that leasehold wrote. */
export function recordPath({ folder }: DeliveryTarget): string {
  return folder === '' ? ownershipFile : `${folder}/${ownershipFile}`;
}

/**
 * Rejects a target with an invalid list of files, a branch without a render for `deliver: branch`, and a target in
 * which files that leasehold did not write block paths it needs.
 */
export function rejectedTarget(
  { inputs }: ActionRun,
  target: DeliveryTarget,
  { conflicts }: CommitPlan,
): string | undefined {
  const { branch, folder, head, files, ownership, hasRender } = target;
  if (files.has(ownershipFile) && !ownership)
    return `${recordPath(target)} of ${branch} is not a list of files that leasehold wrote: restore the file from the history of the branch`;
  if (inputs.deliver === 'branch' && head !== undefined && !hasRender)
    return `leasehold did not create the commits of the branch ${branch}. Set another target-branch, or delete the branch`;
  if (conflicts.length === 0) return undefined;
  const where = folder === '' ? branch : `${folder} of ${branch}`;
  const them = conflicts.length === 1 ? 'it' : 'them';
  return `${shortList(conflicts, 5)} in ${where} would be overwritten, but leasehold did not write ${them}: move ${them}, or set another target-folder`;
}
