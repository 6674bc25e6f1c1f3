import type { Change } from '../analysis/diff/change.ts';
import { podSecurityOf } from '../analysis/diff/compare.ts';
import { diffObjects } from '../analysis/diff/diff.ts';
import { readBack } from '../analysis/diff/read-back.ts';
import { count } from '../shell/text.ts';
import { version } from '../shell/version.ts';
import { type ActionResult, type ActionRun, success } from './action-run.ts';
import { summaryBytes } from './budget.ts';
import { changeSummary, setChangeOutputs } from './change-summary.ts';
import type { CommitPlan } from './commit-plan.ts';
import { type DeliveryTarget, fileTexts } from './delivery-target.ts';
import type { Message } from './github.ts';
import { code } from './markdown.ts';
import { reportText } from './report.ts';
import type { SourceRender } from './source-render.ts';

/** The commit message. It quotes no other message: GitHub would act on a quoted `Fixes #1` again. */
export function commitMessage(
  { ports: { event } }: ActionRun,
  { commit }: SourceRender,
  { write, remove }: CommitPlan,
): Message {
  return {
    headline: `leasehold: render ${commit.slice(0, 12)}`,
    body: `Rendered by leasehold ${version} from ${event.repository}@${commit}: ${count(write.length, 'file')} written, ${remove.length} removed.`,
  };
}

export interface CommitReport {
  readonly target: DeliveryTarget;
  readonly plan: CommitPlan;
  /** Undefined when there was nothing to commit. */
  readonly commit: { readonly commit: string; readonly verified: boolean } | undefined;
}

/** Reports the changed objects of the branch in the outputs and in the job summary. */
export async function reportCommit(
  run: ActionRun,
  source: SourceRender,
  { target, plan, commit }: CommitReport,
): Promise<ActionResult> {
  const { runner } = run.ports;
  const changes = changesOf(run, source, { target, plan });
  setChangeOutputs(run, changes);
  runner.output('rendered-sha', commit?.commit ?? target.head ?? '');
  runner.output('committed', String(commit !== undefined));
  if (commit) runner.output('verified', String(commit.verified));
  if (commit && !commit.verified)
    runner.log('GitHub did not sign the commit: it signs those of GITHUB_TOKEN and of Apps');
  const where = target.folder === '' ? code(target.branch) : `${code(target.folder)} of ${code(target.branch)}`;
  const from = code(source.commit.slice(0, 12));
  const lead = commit
    ? `Rendered ${from} into ${where} as ${code(commit.commit.slice(0, 12))}. ${changeSummary(changes)}.`
    : `${where} holds the render of ${from} already; nothing is committed.`;
  runner.log(lead);
  const report = { lead, problems: [], changes, cost: undefined, footer: `leasehold ${version}` };
  await runner.summary(reportText(report, summaryBytes, 20));
  return success;
}

/** Compares all files of each changed tenant: some rules need the other objects of a namespace. */
function changesOf(
  run: ActionRun,
  { rendering }: SourceRender,
  { target, plan }: Pick<CommitReport, 'target' | 'plan'>,
): readonly Change[] {
  const folderOf = (path: string) => path.split('/')[0] ?? '';
  const tenants = new Set(plan.changed.filter((path) => path.includes('/')).map(folderOf));
  const owned = (target.ownership?.files ?? []).map(({ path }) => path);
  const wanted = owned.filter((path) => path.endsWith('.yaml') && tenants.has(folderOf(path)));
  const texts = fileTexts(run.remote(), target.files, wanted);
  const past = [...texts].flatMap(([path, text]) => readBack(path, text));
  const now = rendering.objects.filter(({ file }) => tenants.has(folderOf(file)));
  return diffObjects(past, now, podSecurityOf(rendering.resources));
}
