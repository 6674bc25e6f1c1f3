import type { AnyKind } from '../../core/kind/kind.ts';
import type { Resource } from '../../core/kind/resource.ts';
import { isError, type Problem } from '../../core/problem/problem.ts';
import type { Rendering } from '../../core/rendering.ts';
import type { SourceFile } from '../../core/source/source.ts';
import type { PodSecurityLevel } from '../../kubernetes/privileges/privilege.ts';
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

/** Two renders, and the input files of the second. */
export interface RenderingPair {
  readonly before: Rendering;
  readonly after: Rendering;
  readonly files: readonly SourceFile[];
}

/** Compares two renders object by object. Errors on either side leave nothing to compare. */
export function compareRenderings(kinds: readonly AnyKind[], { before, after, files }: RenderingPair): Comparison {
  const baseProblems = before.problems.filter(isError);
  if (!before.ok || !after.ok)
    return { ok: false, changes: [], baseProblems, problems: after.problems.filter(isError) };
  const problems = unsafeChanges(kinds, { base: before.resources, head: after.resources, files });
  const changes = diffObjects(before.objects, after.objects, podSecurityOf(after.resources));
  return { ok: problems.length === 0, changes, baseProblems, problems };
}

/** The Pod Security level that the Platform sets. */
export function podSecurityOf(resources: readonly Resource[]): PodSecurityLevel {
  const platform = resources.find(({ kind }) => kind === 'platform') as Resource<'platform'> | undefined;
  return platform?.body.spec.cluster?.podSecurity ?? 'restricted';
}
