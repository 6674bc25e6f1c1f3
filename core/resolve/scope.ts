import { contracts, type KindId } from '../../build/contracts.ts';
import type { AnyKind } from '../kind/kind.ts';
import { outputTenant, platformTenant } from '../kind/tenant.ts';
import { type Fault, isError } from '../problem/problem.ts';
import type { SourceFile } from '../source/source.ts';
import { isCurrent, type Known, type Named } from './known.ts';
import type { Resolved } from './resolve.ts';
import { mayConcern } from './unparsed-files.ts';

/** What one render covers: every tenant, one of them, or those whose name a rule picks. */
export interface Scope {
  readonly tenant?: string | undefined;
  readonly among?: ((tenant: string) => boolean) | undefined;
  /** Whether the files are those of the tenant and what tenants share, and not those of the others. */
  readonly alone?: boolean;
}

/** Whose faults concern a scope. */
export type Reach = 'all' | Reached;

interface Reached {
  readonly tenants: ReadonlySet<string>;
  /** What a file that cannot be read may call the tenant: its name and its namespaces. */
  readonly names: readonly string[];
  /** Kinds that tenants share, of which such a file may be. */
  readonly kinds: ReadonlySet<KindId>;
}

/**
 * What fails a render of some tenants: faults of themselves, of what they get objects of, of those they refer to or need
 * (and those they refer to), and of those whose resources their own output lists. Everyone refers to the platform. What
 * is rendered for it may follow from all; who asks for it alone is to hear of every fault anyway.
 */
export function reach(scope: Scope, resolved: Resolved, kinds: readonly AnyKind[]): Reach {
  const { tenant, among } = scope;
  if (tenant === platformTenant || (tenant === undefined && !among)) return 'all';
  if (covers(scope, platformTenant) && followsFromAll(resolved, kinds)) return 'all';
  const { named, tenants, recipients } = resolved;
  const all = [...tenants.keys()];
  const isIn = (name: string) => covers(scope, name);
  const got = all.filter((known) => recipients.get(known)?.some(isIn));
  const queue = [...all.filter((known) => isIn(tenants.get(known) as string)), ...got];
  const reached = new Set([platformTenant, ...(tenant === undefined ? [] : [tenant])]);
  for (const known of queue) reached.add(tenants.get(known) as string);
  for (const name of got.flatMap((known) => recipients.get(known) ?? [])) if (isIn(name)) reached.add(name);
  for (const known of queue) {
    for (const target of [...targetsOf(known, named), ...neededBy(known, all)]) {
      const owner = tenants.get(target) as string;
      if (!reached.has(owner)) queue.push(target);
      reached.add(owner);
    }
  }
  const isListed = (known: Known) =>
    known.targets.some(({ key, reference }) => {
      const target = reference.listed && named.get(key);
      return target !== undefined && covers(scope, tenants.get(target) as string);
    });
  for (const [known, owner] of tenants) if (isListed(known)) reached.add(owner);
  return { tenants: reached, names: namesOf(tenant, resolved), kinds: sharedBy(queue, kinds) };
}

/** What a faulty document of an older version would have become, nobody knows: there may be such kinds among it. */
function followsFromAll({ tenants, world }: Resolved, kinds: readonly AnyKind[]): boolean {
  return kinds.some((kind) => kind.sharedOfAll(world).length > 0) || ![...tenants.keys()].every(isCurrent);
}

/** Asks no other tenant's resources for their namespaces: of ten thousand, that would take longer than to find them. */
function namesOf(tenant: string | undefined, { resources, world }: Resolved): readonly string[] {
  if (tenant === undefined) return [];
  const own = [...resources].filter(([, resource]) => outputTenant(resource.tenant) === tenant);
  const namespaces = own.flatMap(([{ kind }, resource]) => kind.namespaces?.(resource, world) ?? []);
  return [tenant, ...namespaces.map(({ name }) => name)];
}

function covers({ tenant, among }: Scope, name: string): boolean {
  const shown = outputTenant(name);
  return tenant === undefined ? (among?.(shown) ?? true) : shown === tenant;
}

/**
 * Kinds of the platform, and those that all share and that one of the resources may name or needs, or that give tenants
 * objects wherever they lie; older versions of these too.
 */
function sharedBy(all: readonly Known[], kinds: readonly AnyKind[]): ReadonlySet<KindId> {
  const used = new Set(all.flatMap(({ kind }) => [...kind.needs, ...kind.references.map(({ to }) => to)]));
  const isShared = ({ id, tenancy, recipients }: AnyKind) =>
    tenancy === 'platform' ||
    (tenancy === 'shared' && (used.has(id) || (recipients !== undefined && contracts[id].scope === 'Cluster')));
  const shared = new Set(kinds.filter(isShared).map(({ id }) => id));
  const older = kinds.filter(({ conversion }) => conversion && shared.has(conversion.becomes));
  return new Set([...shared, ...older.map(({ id }) => id)]);
}

function neededBy({ kind: { needs } }: Known, all: readonly Known[]): readonly Known[] {
  return needs.length === 0 ? [] : all.filter(({ kind }) => needs.includes(kind.id));
}

function targetsOf(known: Known, named: Named): readonly Known[] {
  return known.targets.flatMap(({ key }) => named.get(key) ?? []);
}

/**
 * The faults that concern a scope. One of unknown tenant, for the file could not be read, may concern one tenant, and
 * always concerns tenants picked by a rule: to fail once too often is better than to prune.
 */
export function faultsInScope(
  faults: readonly Fault[],
  { tenant }: Scope,
  reached: Reach,
  files: readonly SourceFile[],
): readonly Fault[] {
  if (reached === 'all') return faults;
  const byPath = new Map(files.map((file) => [file.path, file]));
  return faults.filter((fault) => {
    if (fault.tenants?.some((name) => reached.tenants.has(name))) return true;
    if (tenant === undefined) return isError(fault) && isInDoubt(fault);
    return !fault.tenants && isError(fault) && mayConcern(byPath.get(fault.origin.file), reached.names, reached.kinds);
  });
}

/** True when the document may have belonged to any tenant: it has no name now, or names an owner that is not there. */
function isInDoubt({ code, tenants }: Fault): boolean {
  return !tenants || tenants.includes('') || code === 'unresolved-reference';
}

/** What a scope puts out, of what was rendered to check it. */
export function inScope<T extends { readonly tenant: string }>(all: readonly T[], scope: Scope): readonly T[] {
  return all.filter((one) => covers(scope, one.tenant));
}
