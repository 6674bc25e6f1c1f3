import { podSecurityOf } from '../analysis/diff/compare.ts';
import { diffObjects } from '../analysis/diff/diff.ts';
import { code } from '../shell/markdown.ts';
import { count } from '../shell/text.ts';
import { version } from '../shell/version.ts';
import { type ActionResult, type ActionRun, success } from './action-run.ts';
import { summarySize } from './budget.ts';
import { changeSummary, setChangeOutputs } from './change-summary.ts';
import type { CommitPlan } from './commit-plan.ts';
import type { DeliveryTarget } from './delivery-target.ts';
import type { Message } from './github.ts';
import { linksOf } from './links.ts';
import { manifestTexts } from './object-text.ts';
import { objectsOf, unreadNotes } from './rendered.ts';
import { emptyReport, reportText } from './report.ts';
import type { SourceRender } from './source-render.ts';

/** The commit message. Does not quote other messages because GitHub would act on a quoted `Fixes #1` again. */
export function commitMessage(
  { inputs, ports: { event } }: ActionRun,
  { commit }: SourceRender,
  { write, remove }: CommitPlan,
): Message {
  return {
    headline: (inputs.commitMessage || 'leasehold: render {commit}').replaceAll('{commit}', commit.slice(0, 12)),
    body: `Rendered by leasehold ${version} from ${event.repository}@${commit}: ${count(write.length, 'file')} written, ${remove.length} removed.`,
  };
}

export interface CommitReport {
  readonly target: DeliveryTarget;
  readonly plan: CommitPlan;
  /** Undefined if this run committed nothing. */
  readonly commit: { readonly commit: string; readonly verified: boolean } | undefined;
  /** The commit that already contains the manifests, if this run committed nothing. */
  readonly existing: string | undefined;
  /** The number of the pull request that contains the manifests. */
  readonly pull: number | undefined;
}

/** Reports the changed objects of the branch in the outputs and in the job summary. */
export async function reportCommit(
  run: ActionRun,
  source: SourceRender,
  { target, plan, commit, existing, pull }: CommitReport,
): Promise<ActionResult> {
  const { runner } = run.ports;
  const { rendering } = source;
  runner.output('rendered-sha', commit?.commit ?? existing ?? '');
  runner.output('committed', String(commit !== undefined));
  if (commit) runner.output('verified', String(commit.verified));
  const { past, now, unread } = changedObjects(run, source, { target, plan });
  const changes = diffObjects(past, now, podSecurityOf(rendering.resources));
  setChangeOutputs(run, changes);
  if (commit && !commit.verified)
    runner.log('GitHub did not sign the commit: it signs only commits of GITHUB_TOKEN and of GitHub Apps');
  const branch = target.folder === '' ? code(target.branch) : `${code(target.folder)} of ${code(target.branch)}`;
  const where = pull === undefined ? branch : `pull request #${pull} for ${branch}`;
  const from = code(source.commit.slice(0, 12));
  const title = commit
    ? `${from} is rendered into ${where} as ${code(commit.commit.slice(0, 12))}`
    : `${where} already has the render of ${from}, so nothing is committed`;
  runner.log(`${title}: ${changeSummary(changes)}`);
  const texts = manifestTexts(past, rendering.objects);
  const footer = `leasehold ${version}`;
  const notes = unreadNotes(unread, 'counts their objects as added').map((note) => `⚠️ ${note}`);
  const report = { ...emptyReport(linksOf(run)), title, notes, changes, texts, footer };
  await runner.summary(reportText(report, summarySize));
  return success;
}

/** All objects of each changed tenant, before and after. Some rules need the other objects of a namespace. */
function changedObjects(
  run: ActionRun,
  { rendering }: SourceRender,
  { target, plan }: Pick<CommitReport, 'target' | 'plan'>,
) {
  const folderOf = (path: string) => path.split('/')[0] ?? '';
  const tenants = new Set(plan.changed.filter((path) => path.includes('/')).map(folderOf));
  const { objects: past, unread } = objectsOf(run, target, (path) => tenants.has(folderOf(path)));
  const now = rendering.objects.filter(({ file }) => tenants.has(folderOf(file)));
  return { past, now, unread };
}
