import { podSecurityOf } from '../analysis/diff/compare.ts';
import { diffObjects } from '../analysis/diff/diff.ts';
import { trustChanges } from '../analysis/rights/trust-changes.ts';
import type { ChangedLines } from '../io/git-history.ts';
import { compare, type Rendering, render, type SourceFile } from '../leasehold.ts';
import { prose } from '../shell/markdown.ts';
import { type ActionResult, type ActionRun, countProblems, failure, readHead } from './action-run.ts';
import { annotateProblems } from './annotate.ts';
import { type Base, findBase } from './base.ts';
import { type Baseline, readBaseline } from './baseline.ts';
import { setChangeOutputs } from './change-summary.ts';
import { rejectedCheckout } from './checkout.ts';
import type { ComparedChange } from './compared-change.ts';
import { rejectConverted } from './converted-files.ts';
import { reportDiff } from './diff-report.ts';
import { movedTenants, moveNotes } from './moved-tenants.ts';
import { newWarnings } from './new-warnings.ts';
import { outdatedTarget } from './outdated-target.ts';
import { readPast } from './past.ts';
import { skipNotes } from './skip-command.ts';
import { unrenderedRisks } from './unrendered-risks.ts';
import { writeSarif } from './validate.ts';

/** Reports what a change does to the objects of a cluster, in the job summary and in a comment. */
export async function diff(run: ActionRun): Promise<ActionResult> {
  const outdated = await outdatedTarget(run);
  if (outdated) return outdated;
  const head = readHead(run);
  if (!head.ok) return failure(head.message);
  const rejected = rejectedCheckout(run);
  if (rejected !== undefined) return failure(rejected);
  const converted = rejectConverted(run, head.files);
  if (converted) return converted;
  const base = await findBase(run);
  if (!base.ok) return failure(base.message);
  const past = readPast(run, base);
  if (!past.ok) return past;
  const baseline = await readBaseline(run, base, past.value);
  if (!baseline.ok) return baseline;
  const sides = { before: past.value.rendering, after: render(head.files), files: head.files };
  const moved = sides.after.ok ? movedTenants(run, baseline.value.objects, sides.after.objects) : new Map();
  const trust = sides.after.ok ? trustChanges(sides.before.resources, sides.after.resources).map(prose) : [];
  const compared = compareSides(sides, baseline.value);
  const risks = unrenderedRisks(compared, past.value.commit);
  const earlier = [...past.value.notes, ...baseline.value.notes];
  const notes = [...earlier, ...risks, ...moveNotes(run, moved), ...trust, ...skipNotes(run.ports.event)];
  const place = { base, notes, baseline: baseline.value, changed: changedIn(run, base), isMove: moved.size > 0 };
  return reportChange(run, { ...place, ...compared });
}

interface Sides {
  readonly before: Rendering;
  readonly after: Rendering;
  /** The files of the new version. */
  readonly files: readonly SourceFile[];
}

function compareSides({ before, after, files }: Sides, { objects }: Baseline) {
  const comparison = compare(before, after, files);
  const changes =
    objects === before.objects || !after.ok
      ? comparison.changes
      : diffObjects(objects, after.objects, podSecurityOf(after.resources));
  const warnings = after.problems.filter(({ severity }) => severity === 'warning');
  const added = newWarnings(before.problems, warnings);
  const proposed = comparison.changes;
  return {
    before,
    after,
    files,
    changes,
    proposed,
    problems: { errors: comparison.problems, warnings, newWarnings: added },
  };
}

async function reportChange(run: ActionRun, change: ComparedChange): Promise<ActionResult> {
  const { errors, warnings, newWarnings } = change.problems;
  const all = [...errors, ...warnings];
  const isNew = new Set([...errors, ...newWarnings]);
  annotateProblems(all, { changed: change.changed, isNew: (one) => isNew.has(one) }, run.ports.runner);
  countProblems(run, all);
  setChangeOutputs(run, change.changes, change.proposed);
  const sarif = writeSarif(run, all);
  return sarif.ok ? reportDiff(run, change) : sarif;
}

function changedIn({ ports: { history }, inputs: { path } }: ActionRun, { commit, environment }: Base): ChangedLines {
  const head = history.head();
  return head === undefined ? new Map() : history.changedLines({ base: commit, head }, path, environment);
}
