import { contracts, type KindId } from '../../build/contracts.ts';
import { memo } from '../../data/memo.ts';
import { isMapping, valueAt } from '../../data/tree.ts';
import type { AnyKind } from '../kind/kind.ts';
import { outputTenant, platformTenant } from '../kind/tenant.ts';
import { guardInto, noDocument } from '../problem/guard.ts';
import { isError, type UnlocatedProblem } from '../problem/problem.ts';
import type { Origin, SourceFile } from '../source/source.ts';
import { type Identified, isCurrent, type Referenced } from './identify.ts';
import type { Resolved } from './resolve.ts';
import { anyTenant } from './uncertain-tenant.ts';
import { mayAffect } from './unparsed-files.ts';

/** What one render covers: every tenant, one tenant, or the tenants that a predicate selects. */
export interface Scope {
  readonly tenant?: string | undefined;
  readonly includes?: ((tenant: string) => boolean) | undefined;
  /** True when only the files of the tenant and of the platform were read. */
  readonly alone?: boolean;
}

/** The tenants whose errors fail a render of a scope, and the files and kinds that it depends on. */
export type Dependencies = 'all' | ScopeDependencies;

interface ScopeDependencies {
  readonly tenants: ReadonlySet<string>;
  /** The tenant's name and namespaces. An unparseable file that mentions one of them might affect the tenant. */
  readonly names: readonly string[];
  /** Shared kinds that the scope depends on. An unparseable file might contain a document of such a kind. */
  readonly kinds: ReadonlySet<KindId>;
  /** Documents of tenant directories that the scope's output lists. Other errors of those directories do not matter. */
  readonly listed: ReadonlySet<Origin>;
  /** Whether every error outside of tenant directories affects the scope, because its output depends on all tenants. */
  readonly needsTrustedFiles: boolean;
  readonly authorOf: Resolved['authorOf'];
}

/**
 * Finds the tenants whose errors fail a render of the scope: its own tenants; tenants that provide objects for them or that
 * they refer to or need, transitively; and tenants whose resources their output lists. Every tenant depends on the
 * platform. The platform's own output can depend on every tenant, so rendering only the platform reports every error. With
 * delegated directories, no tenant can fail the platform: what the platform renders then depends only on documents without
 * errors.
 */
export function dependenciesOf(scope: Scope, resolved: Resolved, kinds: readonly AnyKind[]): Dependencies {
  const { tenant, includes } = scope;
  if (tenant === undefined && !includes) return 'all';
  const needsAll = tenant === platformTenant || (covers(scope, platformTenant) && dependsOnAll(resolved, kinds));
  if (needsAll && !resolved.world.settings.delegates) return 'all';
  const { referenced, tenants, recipients } = resolved;
  const all = [...tenants.keys()];
  const isCovered = (name: string) => covers(scope, name);
  const received = all.filter((document) => recipients.get(document)?.some(isCovered));
  const queue = [...all.filter((document) => isCovered(tenants.get(document) as string)), ...received];
  const required = new Set([platformTenant, ...(tenant === undefined ? [] : [tenant])]);
  for (const document of queue) required.add(tenants.get(document) as string);
  for (const name of received.flatMap((document) => recipients.get(document) ?? []))
    if (isCovered(name)) required.add(name);
  for (const document of queue) {
    for (const target of [...targetsOf(document, referenced), ...neededBy(document, all)]) {
      const owner = tenants.get(target) as string;
      if (!required.has(owner)) queue.push(target);
      required.add(owner);
    }
  }
  const { authorOf } = resolved;
  const listed = new Set<Origin>();
  for (const one of listedDocuments(scope, resolved)) {
    if (authorOf(one.document.origin.file) !== undefined) listed.add(one.document.origin);
    else required.add(tenants.get(one) as string);
  }
  const names = namesOf(tenant, resolved);
  const shared = sharedKinds(queue, kinds);
  return { tenants: required, names, kinds: shared, listed, needsTrustedFiles: needsAll, authorOf };
}

/** Documents that the scope's output lists, such as the Orgs on a TenantPlane. */
function listedDocuments(scope: Scope, { tenants, referenced }: Resolved): readonly Identified[] {
  const isListed = ({ targets }: Identified) =>
    targets.some(({ key, reference }) => {
      const target = reference.listed && referenced.get(key);
      return target !== undefined && covers(scope, tenants.get(target) as string);
    });
  return [...tenants.keys()].filter(isListed);
}

function dependsOnAll({ tenants, world }: Resolved, kinds: readonly AnyKind[]): boolean {
  const guard = guardInto([]);
  const depends = (kind: AnyKind) => kind.dependsOnInvalid?.(world) ?? kind.sharedAcrossTenants(world).length > 0;
  const mightDepend = (kind: AnyKind) => guard(noDocument, () => depends(kind), true);
  const mightBecome = (identified: Identified) => guard(noDocument, () => mightBecomeAnother(identified), true);
  return kinds.some(mightDepend) || [...tenants.keys()].some(mightBecome);
}

/** Whether an invalid document might become a kind whose shared objects depend on all tenants. */
function mightBecomeAnother(identified: Identified): boolean {
  const { valid, kind, document } = identified;
  if (valid) return false;
  if (!isCurrent(identified)) return true;
  const isUnreadable = !isMapping(valueAt(document.body, 'spec'));
  return kind.conversion !== undefined && (isUnreadable || kind.conversion.applies(document.body));
}

/** Computes only the namespaces of this tenant, because computing those of 10,000 tenants takes a long time. */
function namesOf(tenant: string | undefined, { resources, world }: Resolved): readonly string[] {
  if (tenant === undefined) return [];
  const own = [...resources].filter(([, resource]) => outputTenant(resource.tenant) === tenant);
  // Discards bugs, because rendering the resource reports them.
  const guard = guardInto([]);
  const namespaces = own.flatMap(([{ kind }, resource]) =>
    guard(resource, () => kind.namespaces?.(resource, world) ?? [], []),
  );
  return [tenant, ...namespaces.map(({ name }) => name)];
}

function covers({ tenant, includes }: Scope, name: string): boolean {
  const owner = outputTenant(name);
  return tenant === undefined ? (includes?.(owner) ?? true) : owner === tenant;
}

/**
 * Platform kinds, shared kinds that the kind of one of the documents can refer to or needs, cluster-scoped shared kinds whose
 * objects go to tenants, and older versions of all of these.
 */
function sharedKinds(all: readonly Identified[], kinds: readonly AnyKind[]): ReadonlySet<KindId> {
  const used = new Set(all.flatMap(({ kind }) => [...kind.needs, ...kind.references.map(({ to }) => to)]));
  const isShared = ({ id, tenancy, recipients }: AnyKind) =>
    tenancy === 'platform' ||
    (tenancy === 'shared' && (used.has(id) || (recipients !== undefined && contracts[id].scope === 'Cluster')));
  const shared = new Set(kinds.filter(isShared).map(({ id }) => id));
  const older = kinds.filter(({ conversion }) => conversion && shared.has(conversion.becomes));
  return new Set([...shared, ...older.map(({ id }) => id)]);
}

function neededBy({ kind: { needs } }: Identified, all: readonly Identified[]): readonly Identified[] {
  return needs.length === 0 ? [] : all.filter(({ kind }) => needs.includes(kind.id));
}

function targetsOf({ targets }: Identified, referenced: Referenced): readonly Identified[] {
  return targets.flatMap(({ key }) => referenced.get(key) ?? []);
}

/**
 * The problems that affect a scope. An error in a file that cannot be parsed has no tenant, unless the directory of the file
 * determines one. An error without a tenant affects the tenants that the file mentions, tenants that depend on a kind in the
 * file, and every scope with a predicate. If only the tenant of the document is uncertain, the kinds in the file do not matter.
 * Failing unnecessarily is better than pruning objects.
 */
export function problemsInScope(
  problems: readonly UnlocatedProblem[],
  { tenant }: Scope,
  required: Dependencies,
  files: readonly SourceFile[],
): readonly UnlocatedProblem[] {
  if (required === 'all') return problems;
  const { names, kinds, authorOf } = required;
  const byPath = new Map(files.map((file) => [file.path, file]));
  const mayContain = memo((file: SourceFile) => mayAffect(file, names, kinds));
  const mayMention = memo((file: SourceFile) => mayAffect(file, names, new Set()));
  return problems.filter((problem) => {
    if (problem.tenants?.some((name) => required.tenants.has(name))) return true;
    if (required.listed.has(problem.origin)) return true;
    if (required.needsTrustedFiles && authorOf(problem.origin.file) === undefined) return true;
    if (!isError(problem) || !mayAffectAnyone(problem, authorOf)) return false;
    const file = byPath.get(problem.origin.file);
    return tenant === undefined || file === undefined || (problem.tenants ? mayMention : mayContain)(file);
  });
}

/**
 * Whether the document might belong to any tenant: its tenant is unknown or, outside untrusted tenant directories, it refers to
 * a resource that does not exist, which might be its owner.
 */
function mayAffectAnyone({ code, tenants, origin }: UnlocatedProblem, authorOf: Resolved['authorOf']): boolean {
  return (
    !tenants || tenants.includes(anyTenant) || (code === 'unresolved-reference' && authorOf(origin.file) === undefined)
  );
}

/** The part of the output that belongs to a scope. The rest was rendered only to check it. */
export function inScope<T extends { readonly tenant: string }>(all: readonly T[], scope: Scope): readonly T[] {
  const isWhole = scope.tenant === undefined && scope.includes === undefined;
  return isWhole ? all : all.filter((one) => covers(scope, one.tenant));
}
