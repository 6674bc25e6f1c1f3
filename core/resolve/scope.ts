import { compare } from '../order.ts';
import { didYouMean } from '../problem/nearest.ts';
import { type Fault, isError } from '../problem/problem.ts';
import type { SourceFile } from '../source.ts';
import { type Known, platformTenant } from './known.ts';

/** What one render covers: every tenant, or one of them. */
export type Scope = { readonly tenant?: string | undefined };

/** The tenants whose faults concern a scope. */
export type Reach = ReadonlySet<string> | 'all';

/**
 * The tenants whose faults fail a render of one tenant: itself, those it refers to (and those they refer to),
 * and those whose resources its own output lists. Everyone refers to the platform.
 */
export function reach({ tenant }: Scope, tenants: ReadonlyMap<Known, string>): Reach {
  if (tenant === undefined) return 'all';
  const byKey = new Map([...tenants.keys()].map((known) => [known.key, known]));
  const reached = new Set([platformTenant, tenant]);
  const queue = [...tenants.keys()].filter((known) => tenants.get(known) === tenant);
  for (const known of queue) {
    for (const target of targetsOf(known, byKey)) {
      const owner = tenants.get(target) as string;
      if (!reached.has(owner)) queue.push(target);
      reached.add(owner);
    }
  }
  for (const [known, owner] of tenants) if (isListedBy(tenant, known, byKey, tenants)) reached.add(owner);
  return reached;
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
  const choices = [...names].filter((name) => name !== platformTenant).sort(compare);
  const origin = { file: '', document: 0, base: [] };
  const message = `no file defines a tenant ${tenant}`;
  const fix = didYouMean(tenant, choices);
  return [{ code: 'unknown-tenant', origin, place: { line: 1, column: 1 }, message, fix, choices, tenants: [tenant] }];
}

function targetsOf(known: Known, byKey: ReadonlyMap<string, Known>): readonly Known[] {
  return known.targets.flatMap(({ key }) => byKey.get(key) ?? []);
}

/**
 * The faults that concern a scope. A fault of unknown tenant (the file could not be read) concerns a tenant
 * when the file's path or text mentions its name: to fail once too often is better than to prune.
 */
export function faultsInScope(
  faults: readonly Fault[],
  scope: Scope,
  reached: Reach,
  files: readonly SourceFile[],
): readonly Fault[] {
  const { tenant } = scope;
  if (tenant === undefined || reached === 'all') return faults;
  const texts = new Map(files.map((file) => [file.path, file]));
  return faults.filter((fault) => {
    if (fault.tenants) return fault.tenants.some((name) => reached.has(name));
    return isError(fault) && mentions(texts.get(fault.origin.file), tenant);
  });
}

function mentions(file: SourceFile | undefined, tenant: string): boolean {
  if (!file) return true;
  const word = new RegExp(`(?<![a-z0-9.-])${tenant.replaceAll('.', '\\.')}(?![a-z0-9-])`);
  return word.test(file.path) || ('text' in file && word.test(file.text));
}

/** What a scope puts out, of what was rendered to check it. */
export function inScope<T extends { readonly tenant: string }>(all: readonly T[], { tenant }: Scope): readonly T[] {
  return tenant === undefined ? all : all.filter((one) => one.tenant === tenant);
}
