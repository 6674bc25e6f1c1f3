import { isError, type Problem } from '../../core/problem/problem.ts';
import type { Catalogue } from '../../cost/catalogue.ts';
import type { Head, Snapshot } from '../data/snapshot.ts';
import { namespacesIn, tenantRows } from './tenant-rows.ts';
import { tenantsOf, type World } from './world.ts';

/** The state of a whole repository. */
export interface Overview {
  readonly name: string;
  readonly directory: string;
  readonly head: Head | undefined;
  readonly editUrl: string | undefined;
  readonly hasUsage: boolean;
  /** False if an error prevents the render of all tenants. */
  readonly ok: boolean;
  readonly problems: readonly TenantProblem[];
  readonly counts: Counts;
}

/** A problem, and the tenants that own its file. */
export type TenantProblem = Problem & { readonly tenants: readonly string[] };

export interface Counts {
  readonly tenants: number;
  /** Undefined if an error prevents the render, or if the person sees only names of tenants. */
  readonly namespaces: number | undefined;
  readonly objects: number | undefined;
  /** Undefined if the person sees only names of tenants. */
  readonly files: number | undefined;
  readonly errors: number;
  readonly warnings: number;
  readonly ceiling: { readonly amount: number; readonly currency: string } | undefined;
}

export function overviewOf(world: World, snapshot: Snapshot, catalogue: Catalogue | undefined): Overview {
  const { name, directory, head, editUrl, usage } = snapshot;
  const { ok, problems } = world.all();
  return {
    name,
    directory,
    head,
    editUrl,
    hasUsage: usage !== undefined,
    ok,
    problems: withTenants(problems, world),
    counts: countsOf(world, catalogue),
  };
}

/** The problems with the tenants that own their files, errors first. */
export function withTenants(problems: readonly Problem[], world: World): readonly TenantProblem[] {
  const all = problems.map((problem) => ({ ...problem, tenants: tenantsOf(problem, world) }));
  return all.sort((a, b) => Number(isError(b)) - Number(isError(a)));
}

function countsOf(world: World, catalogue: Catalogue | undefined): Counts {
  const { ok, objects, problems } = world.all();
  const rows = tenantRows(world, catalogue);
  const amounts = rows.flatMap(({ ceiling }) => (ceiling ? [ceiling.amount] : []));
  const errors = problems.filter(isError).length;
  return {
    tenants: rows.length,
    namespaces: ok ? namespacesIn(objects).length : undefined,
    objects: ok ? objects.length : undefined,
    files: world.files.length,
    errors,
    warnings: problems.length - errors,
    ceiling: catalogue && amounts.length > 0 ? { amount: sum(amounts), currency: catalogue.currency } : undefined,
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
