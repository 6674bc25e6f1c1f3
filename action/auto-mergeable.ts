import { isRoutine } from '../analysis/diff/routine.ts';
import type { Refusal } from '../analysis/simulate/simulate.ts';
import { authorityOf } from '../leasehold.ts';
import type { ActionRun } from './action-run.ts';
import type { ComparedChange } from './compared-change.ts';

/** What decides whether a change needs a person. */
export interface Decision {
  readonly refusals: readonly Refusal[];
  /** Whether the job succeeds. */
  readonly succeeds: boolean;
}

/**
 * Whether no person has to look at a change: only files in directories of tenants change, without a new problem, and every
 * risk is routine. The render itself refuses what Grants do not allow. Any doubt is a no.
 */
export function isAutoMergeable(run: ActionRun, change: ComparedChange, { refusals, succeeds }: Decision): boolean {
  const { notes, problems, baseline, after, changes } = change;
  const hasDoubt = !succeeds || notes.length > 0 || problems.newWarnings.length > 0;
  const refuses = refusals.some(({ mode }) => mode === 'deny');
  return !hasDoubt && !refuses && onlyOfTenants(run, change) && isRoutine(changes, baseline.objects, after.objects);
}

function onlyOfTenants({ ports: { history } }: ActionRun, { base, files }: ComparedChange): boolean {
  const head = history.head();
  const changed = head === undefined ? undefined : history.changedFiles({ base: base.commit, head }, base.environment);
  const authority = authorityOf(files);
  return (changed ?? ['']).every((file) => authority(file).sort === 'tenant');
}
