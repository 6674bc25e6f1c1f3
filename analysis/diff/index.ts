import { isError, type Problem } from '../../core/problem/problem.ts';
import type { Rendering } from '../../core/rendering.ts';
import type { SourceFile } from '../../core/source/source.ts';
import { render } from '../../leasehold.ts';
import type { Change } from './change.ts';
import { diffObjects } from './diff.ts';
import { unsafeChanges } from './unsafe.ts';

export interface Comparison {
  /** False when a side has errors, which are then in its problems, or when a change is unsafe. */
  readonly ok: boolean;
  readonly changes: readonly Change[];
  /** Errors of the old side; it is then not compared. */
  readonly baseProblems: readonly Problem[];
  /** Errors of the new side, and unsafe changes in it. Warnings of either side are not about the change. */
  readonly problems: readonly Problem[];
}

/** Renders two versions of the tenants and compares what comes out. Pure, as rendering is. */
export function compareVersions(base: readonly SourceFile[], head: readonly SourceFile[]): Comparison {
  return compareRenderings(render(base), render(head), head);
}

/** Compares two renders; the files are those of the second. */
export function compareRenderings(before: Rendering, after: Rendering, head: readonly SourceFile[]): Comparison {
  const baseProblems = before.problems.filter(isError);
  if (!before.ok || !after.ok)
    return { ok: false, changes: [], baseProblems, problems: after.problems.filter(isError) };
  const problems = unsafeChanges(before.resources, after.resources, head);
  return { ok: problems.length === 0, changes: diffObjects(before.objects, after.objects), baseProblems, problems };
}
