import { compare } from '../order.ts';
import { didYouMean } from '../problem/nearest.ts';
import { type Fault, isError } from '../problem/problem.ts';
import type { SourceFile } from '../source.ts';
import { type Known, platformTenant } from './known.ts';

/** What one render covers: every tenant, one of them, or those whose name a rule picks. */
export interface Scope {
  readonly tenant?: string | undefined;
  readonly among?: ((tenant: string) => boolean) | undefined;
}

/** The tenants whose faults concern a scope. */
export type Reach = ReadonlySet<string> | 'all';

/**
 * The tenants whose faults fail a render of some tenants: themselves, those they refer to (and those they refer to),
 * and those whose resources their own output lists. Everyone refers to the platform.
 */
export function reach(scope: Scope, tenants: ReadonlyMap<Known, string>): Reach {
  const { tenant, among } = scope;
  if (tenant === undefined && !among) return 'all';
  const byKey = new Map([...tenants.keys()].map((known) => [known.key, known]));
  const queue = [...tenants.keys()].filter((known) => covers(scope, tenants.get(known) as string));
  const reached = new Set([platformTenant, ...(tenant === undefined ? [] : [tenant])]);
  for (const known of queue) reached.add(tenants.get(known) as string);
  for (const known of queue) {
    for (const target of targetsOf(known, byKey)) {
      const owner = tenants.get(target) as string;
      if (!reached.has(owner)) queue.push(target);
      reached.add(owner);
    }
  }
  const isListed = (known: Known) =>
    known.targets.some(({ key, reference }) => {
      const target = reference.listed && byKey.get(key);
      return target !== undefined && covers(scope, tenants.get(target) as string);
    });
  for (const [known, owner] of tenants) if (isListed(known)) reached.add(owner);
  return reached;
}

function covers({ tenant, among }: Scope, name: string): boolean {
  return tenant === undefined ? (among?.(name) ?? true) : name === tenant;
}

/** Asking for a tenant that no file defines is a fault too: an empty answer would be pruned. */
export function unknownTenant({ tenant }: Scope, tenants: ReadonlyMap<Known, string>): readonly Fault[] {
  const names = new Set(tenants.values());
  if (tenant === undefined || names.has(tenant)) return [];
  const choices = [...names].filter((name) => name !== platformTenant).sort(compare);
  const origin = { file: '', document: 0, base: [] };
  const message = `no file defines a tenant ${tenant}`;
  const fix = didYouMean(tenant, choices);
  return [{ code: 'unknown-tenant', origin, place: { line: 1, column: 1 }, message, fix, tenants: [tenant] }];
}

function targetsOf(known: Known, byKey: ReadonlyMap<string, Known>): readonly Known[] {
  return known.targets.flatMap(({ key }) => byKey.get(key) ?? []);
}

/**
 * The faults that concern a scope. A fault of unknown tenant (the file could not be read) concerns one tenant when the
 * file's path or text mentions its name, and tenants picked by a rule always: to fail once too often is better than to
 * prune.
 */
export function faultsInScope(
  faults: readonly Fault[],
  { tenant }: Scope,
  reached: Reach,
  files: readonly SourceFile[],
): readonly Fault[] {
  if (reached === 'all') return faults;
  const texts = new Map(files.map((file) => [file.path, file]));
  return faults.filter((fault) => {
    if (fault.tenants?.some((name) => reached.has(name))) return true;
    if (tenant === undefined) return isError(fault) && isInDoubt(fault);
    return !fault.tenants && isError(fault) && mentions(texts.get(fault.origin.file), tenant);
  });
}

/** True when the document may have belonged to any tenant: it has no name now, or names an owner that is not there. */
function isInDoubt({ code, tenants }: Fault): boolean {
  return !tenants || tenants.includes('') || code === 'unresolved-reference';
}

function mentions(file: SourceFile | undefined, tenant: string): boolean {
  if (!file) return true;
  const word = new RegExp(`(?<![a-z0-9.-])${tenant.replaceAll('.', '\\.')}(?![a-z0-9-])`);
  return word.test(file.path) || ('text' in file && word.test(file.text));
}

/** What a scope puts out, of what was rendered to check it. */
export function inScope<T extends { readonly tenant: string }>(all: readonly T[], scope: Scope): readonly T[] {
  return all.filter((one) => covers(scope, one.tenant));
}
