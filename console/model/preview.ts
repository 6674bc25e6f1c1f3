import type { Change } from '../../analysis/diff/change.ts';
import { isTenant } from '../../core/kind/tenant.ts';
import type { Problem } from '../../core/problem/problem.ts';
import type { Catalogue } from '../../cost/catalogue.ts';
import { compare, load, type Rendering, render, type SourceFile } from '../../leasehold.ts';
import { findCatalogue } from '../../showback/find-catalogue.ts';
import { type Ceiling, ceilingOf } from './ceiling.ts';
import { ceilingsOf } from './ceilings.ts';
import { applyEdits, type Edit } from './edits.ts';
import { type ObjectView, objectViewsOf } from './object-view.ts';
import type { World } from './world.ts';

/** The effect of an edit before it is committed. */
export interface Preview {
  readonly ok: boolean;
  /** The tenant for which the edit is rendered; undefined if it can affect several tenants. */
  readonly tenant: string | undefined;
  /** Problems of the edited version, those of the edited file first. */
  readonly problems: readonly Problem[];
  /** Whether the version before the edit has errors, so that no comparison is possible. */
  readonly hasBrokenBase: boolean;
  readonly changes: readonly Change[];
  /** Objects that the edited file renders. */
  readonly objects: readonly ObjectView[];
  readonly ceiling: { readonly before: Ceiling | undefined; readonly after: Ceiling | undefined };
}

/** Renders and compares an edit. Renders only one tenant if the edit affects no other. */
export function preview(world: World, edit: Edit, catalogue: Catalogue | undefined): Preview {
  const files = applyEdits(world, [edit]);
  const tenant = affectedTenant(world, edit, files);
  const before = tenant === undefined ? world.all() : world.of(tenant);
  const next = tenant === undefined ? world.next(files) : undefined;
  const after = next?.all() ?? render(files, { tenant });
  const comparison = compare(before, after, files, next?.comparedTo(world));
  const prices = tenant === undefined ? (findCatalogue(after.objects) ?? catalogue) : catalogue;
  return {
    ok: comparison.ok,
    tenant,
    problems: problemsOf(after, comparison.problems, edit),
    hasBrokenBase: comparison.baseProblems.length > 0,
    changes: comparison.changes,
    objects: objectViewsOf(
      after.objects.filter(({ origin }) => origin?.file === edit.path),
      after.resources,
      files,
    ),
    ceiling: next
      ? ceilingsOf({ world, catalogue }, { world: next, catalogue: prices }, () => true)
      : { before: ceilingOf(before.objects, catalogue), after: ceilingOf(after.objects, prices) },
  };
}

/** The problems of the render, and those that only the comparison finds, such as unsafe changes. */
function problemsOf(after: Rendering, compared: readonly Problem[], { path }: Edit): readonly Problem[] {
  const added = compared.filter((problem) => !after.problems.includes(problem));
  const own = ({ at }: Problem) => (at.file === path ? 0 : 1);
  return [...after.problems, ...added].sort((a, b) => own(a) - own(b));
}

/**
 * The tenant that owns all documents of the edited file, before and after the edit. Undefined if there are several, if the
 * edit adds or removes the tenant, or if a document has no tenant, because a Quota or the Platform affects other tenants.
 */
function affectedTenant(world: World, { path, text }: Edit, files: readonly SourceFile[]): string | undefined {
  const before = [...(world.owners().get(path) ?? [])];
  const parts = text === undefined ? [] : contextOf(files, path);
  const after = [...load(parts).tenants].flatMap(([{ document }, owner]) =>
    document.origin.file === path ? [owner] : [],
  );
  const owners = new Set([...before, ...after]);
  const [only] = owners;
  if (owners.size !== 1 || only === undefined || !isTenant(only)) return undefined;
  const isElsewhere = [...world.owners()].some(([file, tenants]) => file !== path && tenants.has(only));
  return isElsewhere || (before.includes(only) && after.includes(only)) ? only : undefined;
}

/** The edited file, and the files that can determine which tenant owns it. */
function contextOf(files: readonly SourceFile[], path: string): readonly SourceFile[] {
  return files.filter((file) => file.path === path || ('text' in file && /\bkind: *["']?Platform\b/.test(file.text)));
}
