import { isRoutine } from '../analysis/diff/routine.ts';
import { isDelegated } from '../analysis/rights/delegated.ts';
import type { Rejection } from '../analysis/simulate/simulate.ts';
import { tenantOf } from '../core/kind/authority.ts';
import { authorityOf } from '../leasehold.ts';
import type { ActionRun } from './action-run.ts';
import type { ComparedChange } from './compared-change.ts';
import { sourceBranch } from './source-branch.ts';

type AuthorityOf = ReturnType<typeof authorityOf>;

/** The results that decide whether a change needs a manual review. */
export interface Decision {
  readonly rejections: readonly Rejection[];
  /** True if the job succeeds. */
  readonly succeeds: boolean;
}

/**
 * True if a change of the source branch needs no manual review: the job succeeds, the report has no notes, the change
 * touches only readable files of existing tenants whose directories are delegated, adds no warning, causes no rejection
 * by a rule in mode `deny`, and is routine, also compared with the base. The render itself rejects changes that Grants do
 * not allow. Returns false in case of doubt.
 */
export function isAutoMergeable(run: ActionRun, change: ComparedChange, { rejections, succeeds }: Decision): boolean {
  const { notes, problems, baseline, before, after, changes, proposed } = change;
  const hasDoubt = !succeeds || isForOtherBranch(run) || notes.length > 0 || problems.newWarnings.length > 0;
  if (hasDoubt || rejections.some(({ mode }) => mode === 'deny')) return false;
  const changed = changedFiles(run, change);
  const authority = authorityOf(change.files);
  return (
    !mayHideWarnings(change, changed, authority) &&
    onlyOfTenants(change, changed, authority) &&
    isRoutine(changes, baseline.objects, after.objects) &&
    isRoutine(proposed, before.objects, after.objects)
  );
}

/** Whether the change is for another branch. That branch could contain Grants that nobody has reviewed. */
function isForOtherBranch(run: ActionRun): boolean {
  const { pullRequest } = run.ports.event;
  return pullRequest !== undefined && pullRequest.baseBranch !== sourceBranch(run);
}

/** The paths of the changed files. Empty if they are unknown. */
function changedFiles({ ports: { history } }: ActionRun, { base }: ComparedChange): readonly string[] {
  const head = history.head();
  return head === undefined ? [] : (history.changedFiles({ base: base.commit, head }, base.environment) ?? []);
}

/**
 * Whether the authors of the change have more warnings than the render reports. A new warning could then replace a
 * reported one.
 */
function mayHideWarnings({ problems }: ComparedChange, changed: readonly string[], authority: AuthorityOf): boolean {
  const authors = new Set([undefined, ...changed.map((file) => tenantOf(authority(file)))]);
  return problems.warnings.some(
    ({ code, at }) => code === 'more-warnings' && authors.has(tenantOf(authority(at.file))),
  );
}

/**
 * Whether all changed files are readable, and belong to existing tenants whose directories are delegated. Grants limit
 * only these tenants, and the platform must approve a new tenant.
 */
function onlyOfTenants(
  { before, after, files }: ComparedChange,
  changed: readonly string[],
  authority: AuthorityOf,
): boolean {
  const readable = new Set(files.flatMap((file) => ('text' in file ? [file.path] : [])));
  const tenants = new Set(before.resources.map(({ tenant }) => tenant));
  const isOfTenant = (file: string) => {
    const owner = authority(file);
    return owner.sort === 'tenant' && tenants.has(owner.tenant) && readable.has(file);
  };
  return (
    changed.length > 0 && isDelegated(before.resources) && isDelegated(after.resources) && changed.every(isOfTenant)
  );
}
