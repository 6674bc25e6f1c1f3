import type { AnyKind } from '../../core/kind/kind.ts';
import type { Resource } from '../../core/kind/resource.ts';
import type { Manifest } from '../../core/print/manifest.ts';
import { isError, type Problem } from '../../core/problem/problem.ts';
import type { Rendering } from '../../core/rendering.ts';
import type { SourceFile } from '../../core/source/source.ts';
import type { PodSecurityLevel } from '../../kubernetes/privileges/privilege.ts';
import type { Change } from './change.ts';
import { diffObjects } from './diff.ts';
import { unsafeChanges } from './unsafe.ts';

export interface Comparison {
  /** False if a side has errors or if a change is unsafe. */
  readonly ok: boolean;
  readonly changes: readonly Change[];
  /** Errors of the old side. If there are any, the sides are not compared. */
  readonly baseProblems: readonly Problem[];
  /** Errors of the new side and unsafe changes. Excludes warnings because they are not about the change. */
  readonly problems: readonly Problem[];
}

/** Two renders, and the input files of the second render. */
export interface RenderingPair {
  readonly before: Rendering;
  readonly after: Rendering;
  readonly files: readonly SourceFile[];
  /** The objects to compare, without those that cannot differ; by default, all objects of both renders. */
  readonly compared?: { readonly before: readonly Manifest[]; readonly after: readonly Manifest[] } | undefined;
}

/** Compares two renders object by object. Does not compare them if either side has errors. */
export function compareRenderings(
  kinds: readonly AnyKind[],
  { before, after, files, compared }: RenderingPair,
): Comparison {
  const baseProblems = before.problems.filter(isError);
  if (!before.ok || !after.ok)
    return { ok: false, changes: [], baseProblems, problems: after.problems.filter(isError) };
  const problems = unsafeChanges(kinds, { base: before.resources, head: after.resources, files });
  const [base, head] = compared ? [compared.before, compared.after] : [before.objects, after.objects];
  const changes = diffObjects(base, head, podSecurityOf(after.resources));
  return { ok: problems.length === 0, changes, baseProblems, problems };
}

/** The Pod Security level that the Platform sets, or the default. */
export function podSecurityOf(resources: readonly Resource[]): PodSecurityLevel {
  const platform = resources.find(({ kind }) => kind === 'platform') as Resource<'platform'> | undefined;
  return platform?.body.spec.cluster?.podSecurity ?? 'restricted';
}
