import type { Change } from '../../analysis/diff/change.ts';
import { isTenant } from '../../core/kind/tenant.ts';
import type { Problem } from '../../core/problem/problem.ts';
import type { Catalogue } from '../../cost/catalogue.ts';
import { groupBy } from '../../data/group-by.ts';
import { type Path, valueAt } from '../../data/tree.ts';
import { compare, type Manifest } from '../../leasehold.ts';
import { findCatalogue } from '../../showback/find-catalogue.ts';
import { editYaml } from '../../yaml/edit-yaml.ts';
import { readYaml } from '../../yaml/read-yaml.ts';
import { ceilingOf } from './ceiling.ts';
import { applyEdits } from './edits.ts';
import { quotaSums } from './quota-sums.ts';
import type { World } from './world.ts';

/** New amounts in a document. */
export interface Assumption {
  readonly file: string;
  readonly document: number;
  readonly values: readonly { readonly path: Path; readonly value: string }[];
}

/** The result of rendering a repository with an assumption. */
export interface Outcome {
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  /** The file with the assumption. */
  readonly text: string;
  readonly changes: readonly Change[];
  /** Tenants with changed objects or ceilings, sorted by the difference in cost, largest first. */
  readonly tenants: readonly TenantOutcome[];
  readonly ceiling: Difference | undefined;
  readonly currency: string;
  /** The sum of the quotas of all tenants by resource: cores, and bytes for memory and storage. */
  readonly totals: readonly (Difference & { readonly resource: string })[];
}

interface Difference {
  readonly before: number;
  readonly after: number;
}

export interface TenantOutcome {
  readonly tenant: string;
  readonly changes: number;
  readonly ceiling: Difference;
}

/** Returns undefined if the file does not contain the document, or the document cannot contain the amounts. */
export function whatIf(world: World, assumption: Assumption, catalogue: Catalogue | undefined): Outcome | undefined {
  const file = world.files.find(({ path }) => path === assumption.file);
  const text = file && 'text' in file ? textWith(file.text, assumption) : undefined;
  if (text === undefined) return undefined;
  const files = applyEdits(world, [{ path: assumption.file, text }]);
  const before = world.all();
  const after = world.next(files).all();
  const { ok, changes, problems } = compare(before, after, files);
  const [old, now] = [before.objects, ok ? after.objects : before.objects];
  const ceilings = {
    before: ceilingsOf(old, catalogue),
    after: ceilingsOf(now, findCatalogue(now) ?? catalogue),
  };
  const sum = (amounts: ReadonlyMap<string, number>) => [...amounts.values()].reduce((all, one) => all + one, 0);
  return {
    ok,
    text,
    problems,
    changes,
    tenants: outcomesOf(changes, ceilings),
    ceiling: catalogue && { before: sum(ceilings.before), after: sum(ceilings.after) },
    currency: catalogue?.currency ?? '',
    totals: totalsOf(old, now),
  };
}

/** The text of the file with the assumed amounts. A numeric field stays numeric. */
function textWith(text: string, { document, values }: Assumption): string | undefined {
  const read = readYaml(text);
  const body = read.ok ? read.bodies[document] : undefined;
  return values.reduce<string | undefined>((now, { path, value }) => {
    const isNumber = typeof valueAt(body, ...path) === 'number' && /^\d{1,9}(?:\.\d{1,6})?$/.test(value);
    return now === undefined ? now : editYaml(now, { document, path, value: isNumber ? Number(value) : value });
  }, text);
}

type Ceilings = ReadonlyMap<string, number>;

function ceilingsOf(objects: readonly Manifest[], catalogue: Catalogue | undefined): Ceilings {
  const byTenant = groupBy(objects, ({ tenant }) => tenant);
  return new Map(
    [...byTenant].flatMap(([tenant, own]) => {
      const ceiling = isTenant(tenant) ? ceilingOf(own, catalogue) : undefined;
      return ceiling ? [[tenant, ceiling.amount] as const] : [];
    }),
  );
}

function outcomesOf(
  changes: readonly Change[],
  { before, after }: { readonly before: Ceilings; readonly after: Ceilings },
): readonly TenantOutcome[] {
  const byTenant = groupBy(changes, ({ tenant }) => tenant);
  const names = [...new Set([...byTenant.keys(), ...before.keys(), ...after.keys()])].filter(isTenant);
  const all = names.map((tenant) => {
    const ceiling = { before: before.get(tenant) ?? 0, after: after.get(tenant) ?? 0 };
    return { tenant, changes: byTenant.get(tenant)?.length ?? 0, ceiling };
  });
  const affected = all.filter(({ changes: own, ceiling }) => own > 0 || ceiling.before !== ceiling.after);
  const size = ({ ceiling }: TenantOutcome) => Math.abs(ceiling.after - ceiling.before);
  return affected.sort((a, b) => size(b) - size(a) || (a.tenant < b.tenant ? -1 : 1));
}

function totalsOf(before: readonly Manifest[], after: readonly Manifest[]): Outcome['totals'] {
  const [old, now] = [quotaSums(before), quotaSums(after)];
  const resources = [...new Set([...old.keys(), ...now.keys()])].sort();
  return resources.map((resource) => ({ resource, before: old.get(resource) ?? 0, after: now.get(resource) ?? 0 }));
}
