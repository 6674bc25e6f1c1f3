import type { Pinned } from '../../core/kind/capabilities.ts';
import type { AnyKind } from '../../core/kind/kind.ts';
import { keyOf, type Resource, shortLabelOf } from '../../core/kind/resource.ts';
import { locate } from '../../core/parse/locate.ts';
import { atValue, formatPath, type Problem, type UnlocatedProblem } from '../../core/problem/problem.ts';
import type { SourceFile } from '../../core/source/source.ts';
import { describe } from '../../core/validate/describe.ts';
import { groupBy } from '../../data/group-by.ts';
import { valueAt } from '../../data/tree.ts';

/** Reports changes to pinned fields as errors in the new files [sources: tetrapus-8, kleff-2]. */
export function unsafeChanges(
  kinds: readonly AnyKind[],
  {
    base,
    head,
    files,
  }: {
    readonly base: readonly Resource[];
    readonly head: readonly Resource[];
    readonly files: readonly SourceFile[];
  },
): readonly Problem[] {
  const pinning = new Map(kinds.filter(({ pinned }) => pinned.length > 0).map((kind) => [kind.id, kind]));
  // A render that reuses parts of an earlier one contains the same resources as the same objects.
  const [before, after] = [new Set(base), new Set(head)];
  const changed = base.filter((resource) => !after.has(resource));
  const find = successorFinder(
    changed,
    head.filter((resource) => !before.has(resource)),
  );
  const problems = changed.flatMap((old) => {
    const kind = pinning.get(old.kind);
    const now = kind && find(old);
    return now ? changesOf(kind, old, now) : [];
  });
  return locate(problems, files);
}

/**
 * Finds the same resource on the new side: by its identity, or by its name if exactly one new resource has this name.
 */
function successorFinder(
  base: readonly Resource[],
  head: readonly Resource[],
): (old: Resource) => Resource | undefined {
  const before = new Set(base.map(identity));
  const after = new Map(head.map((resource) => [identity(resource), resource]));
  const added = head.filter((resource) => !before.has(identity(resource)));
  const byName = groupBy(added, ({ kind, name }) => keyOf(kind, '', name));
  return (old) => {
    const moved = byName.get(keyOf(old.kind, '', old.name)) ?? [];
    return after.get(identity(old)) ?? (moved.length === 1 ? moved[0] : undefined);
  };
}

function identity({ kind, namespace, name }: Resource): string {
  return keyOf(kind, namespace, name);
}

function changesOf(kind: AnyKind, old: Resource, now: Resource): readonly UnlocatedProblem[] {
  return kind.pinned
    .filter(({ path }) => pinnedValue(old, path) !== pinnedValue(now, path))
    .filter(({ unless }) => unless === undefined || valueAt(now.body, 'metadata', 'annotations', unless) !== 'true')
    .map((pinned) => toProblem(pinned, old, now));
}

/** The value of a pinned field. Uses the resolved namespace because the Platform can set the default. */
function pinnedValue(resource: Resource, path: Pinned['path']): unknown {
  return path.join('.') === 'metadata.namespace' ? resource.namespace : valueAt(resource.body, ...path);
}

function toProblem({ path, why, unless }: Pinned, old: Resource, now: Resource): UnlocatedProblem {
  const [before, after] = [pinnedValue(old, path), pinnedValue(now, path)];
  const name = shortLabelOf(old.kind, old);
  const message = `${formatPath(path)} of ${name} changes from ${describe(before)} to ${describe(after)}: ${why}`;
  const fix = unless === undefined ? 'change it back' : `change it back, or set the annotation ${unless} to "true"`;
  return { code: 'unsafe-change', origin: now.origin, place: atValue(path), message, fix, tenants: [now.tenant] };
}
