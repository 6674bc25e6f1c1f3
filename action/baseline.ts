import type { Comparable } from '../analysis/diff/change.ts';
import { shortList } from '../data/short-list.ts';
import { code } from '../shell/markdown.ts';
import type { ActionRun, Failure } from './action-run.ts';
import type { Base } from './base.ts';
import type { Past } from './past.ts';
import { type Rendered, readRendered, unreadNotes } from './rendered.ts';

/** The objects that a change is compared with. */
export interface Baseline {
  readonly objects: readonly Comparable[];
  /** The commit that was rendered, or that contains the manifests. */
  readonly commit: string;
  /** The base commit, or the source commit of the manifests. Undefined if unknown. */
  readonly source: string | undefined;
  readonly notes: readonly string[];
}

export type BaselineResult = { readonly ok: true; readonly value: Baseline } | Failure;

/**
 * The objects of the base. If the input `against` is `rendered` and manifests are committed, the objects of these
 * manifests.
 */
export async function readBaseline(run: ActionRun, base: Base, past: Past): Promise<BaselineResult> {
  const own = { objects: past.rendering.objects, commit: past.commit, source: base.commit, notes: [] };
  if (run.inputs.against === 'base') return { ok: true, value: own };
  const rendered = readRendered(run);
  if (!rendered.ok) return rendered;
  if (rendered.value) return { ok: true, value: await baselineOf(run, rendered.value, past) };
  const notes = ['Found no manifests of an earlier render, so this report compares the change with its base.'];
  return { ok: true, value: { ...own, notes } };
}

/** For tenants with files that cannot be read, the objects of the base replace the manifests. */
async function baselineOf(run: ActionRun, { unread, ...rendered }: Rendered, past: Past): Promise<Baseline> {
  const tenants = new Set(unread.map(({ tenant }) => tenant));
  const objects = [
    ...rendered.objects.filter(({ tenant }) => !tenants.has(tenant)),
    ...past.rendering.objects.filter(({ tenant }) => tenants.has(tenant)),
  ];
  const notes = unreadNotes(unread, `compares ${shortList([...tenants].map(code), maxNames)} with the base`);
  return { ...rendered, objects, notes: [...notes, ...(await notesIfBehind(run, rendered.source))] };
}

/** The maximum number of tenants that a note names. */
const maxNames = 10;

/**
 * A warning if the change lacks the commit that the manifests were rendered from. The comparison shows the objects that
 * this commit added as removed.
 */
async function notesIfBehind(run: ActionRun, source: string | undefined): Promise<readonly string[]> {
  const head = run.ports.history.head();
  if (source === undefined || head === undefined || source === head) return [];
  const status = await run.github().compareCommits(source, head);
  if (status !== 'behind' && status !== 'diverged') return [];
  const what = `The change does not contain the commit ${code(source.slice(0, 12))}, from which the manifests were rendered`;
  return [`${what}, so objects that this commit added appear as removed. Update the branch.`];
}
