import type { KindId } from '../../build/contracts.ts';
import type { AnyKind } from '../kind.ts';
import { compare } from '../order.ts';
import { didYouMean } from '../problem/nearest.ts';
import { type Fault, isError } from '../problem/problem.ts';
import type { SourceFile } from '../source.ts';
import { isTenant, type Known, platformTenant } from './known.ts';
import { mayConcern } from './unread.ts';

/** What one render covers: every tenant, or one of them. */
export type Scope = { readonly tenant?: string | undefined };

/** Whose faults concern a scope: tenants, and kinds that tenants share, of which a file may be unreadable. */
export type Reach = { readonly tenants: ReadonlySet<string>; readonly kinds: ReadonlySet<KindId> } | 'all';

/**
 * What fails a render of one tenant: faults of itself, of those it refers to or needs (and those they refer to), and of
 * those whose resources its own output lists. Everyone refers to the platform.
 */
export function reach({ tenant }: Scope, tenants: ReadonlyMap<Known, string>, kinds: readonly AnyKind[]): Reach {
  if (tenant === undefined) return 'all';
  const all = [...tenants.keys()];
  const byKey = new Map(all.map((known) => [known.key, known]));
  const reached = new Set([platformTenant, tenant]);
  const queue = all.filter((known) => tenants.get(known) === tenant);
  for (const known of queue) {
    for (const target of [...targetsOf(known, byKey), ...neededBy(known, all)]) {
      const owner = tenants.get(target) as string;
      if (!reached.has(owner)) queue.push(target);
      reached.add(owner);
    }
  }
  for (const [known, owner] of tenants) if (isListedBy(tenant, known, byKey, tenants)) reached.add(owner);
  return { tenants: reached, kinds: sharedBy(queue, kinds) };
}

/** Kinds of the platform, and those that all share and that one of the resources may name or needs. */
function sharedBy(all: readonly Known[], kinds: readonly AnyKind[]): ReadonlySet<KindId> {
  const used = new Set(all.flatMap(({ kind }) => [...kind.needs, ...kind.references.map(({ to }) => to)]));
  const shared = kinds.filter(({ id, tenancy }) => tenancy === 'platform' || (tenancy === 'shared' && used.has(id)));
  return new Set(shared.map(({ id }) => id));
}

function isListedBy(
  tenant: string,
  known: Known,
  byKey: ReadonlyMap<string, Known>,
  tenants: ReadonlyMap<Known, string>,
): boolean {
  return known.targets.some(({ key, reference }) => {
    const target = reference.listed && byKey.get(key);
    return target !== undefined && tenants.get(target) === tenant;
  });
}

/** Asking for a tenant that no file defines is a fault too: an empty answer would be pruned. */
export function unknownTenant({ tenant }: Scope, tenants: ReadonlyMap<Known, string>): readonly Fault[] {
  const names = new Set(tenants.values());
  if (tenant === undefined || names.has(tenant)) return [];
  const choices = [...names].filter(isTenant).sort(compare);
  const origin = { file: '', document: 0, base: [] };
  const message = `no file defines a tenant ${tenant}`;
  const fix = didYouMean(tenant, choices);
  return [{ code: 'unknown-tenant', origin, place: { line: 1, column: 1 }, message, fix, tenants: [tenant] }];
}

function neededBy({ kind: { needs } }: Known, all: readonly Known[]): readonly Known[] {
  return needs.length === 0 ? [] : all.filter(({ kind }) => needs.includes(kind.id));
}

function targetsOf(known: Known, byKey: ReadonlyMap<string, Known>): readonly Known[] {
  return known.targets.flatMap(({ key }) => byKey.get(key) ?? []);
}

/** The faults that concern a scope. One of unknown tenant, for the file could not be read, may concern it. */
export function faultsInScope(
  faults: readonly Fault[],
  { tenant }: Scope,
  reached: Reach,
  files: readonly SourceFile[],
): readonly Fault[] {
  if (tenant === undefined || reached === 'all') return faults;
  const byPath = new Map(files.map((file) => [file.path, file]));
  return faults.filter((fault) => {
    if (fault.tenants) return fault.tenants.some((name) => reached.tenants.has(name));
    return isError(fault) && mayConcern(byPath.get(fault.origin.file), tenant, reached.kinds);
  });
}

/** What a scope puts out, of what was rendered to check it. */
export function inScope<T extends { readonly tenant: string }>(all: readonly T[], { tenant }: Scope): readonly T[] {
  return tenant === undefined ? all : all.filter((one) => one.tenant === tenant);
}
