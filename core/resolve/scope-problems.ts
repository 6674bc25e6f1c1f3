import type { KindId } from '../../build/contracts.ts';
import { didYouMean } from '../../data/nearest.ts';
import { compare } from '../../data/order.ts';
import type { AnyKind } from '../kind/kind.ts';
import { shortLabelOf } from '../kind/resource.ts';
import { isTenant, platformTenant } from '../kind/tenant.ts';
import { atValue, type UnlocatedProblem } from '../problem/problem.ts';
import type { Resolved } from './resolve.ts';
import type { Scope } from './scope.ts';
import { anyTenant } from './uncertain-tenant.ts';

/** Reports problems of the scope itself: an unknown tenant, or files that a render of this scope needs but did not read. */
export function scopeProblems(
  scope: Scope,
  resolved: Resolved,
  kinds: readonly AnyKind[],
): readonly UnlocatedProblem[] {
  const { tenant, alone } = scope;
  if (tenant === undefined) return [];
  const unknown = unknownTenant(tenant, resolved);
  return alone && resolved.hasValidSettings ? [...unknown, ...partialProblems(tenant, resolved, kinds)] : unknown;
}

const noPlace = { origin: { file: '', document: 0, base: [] }, place: { line: 1, column: 1 } } as const;

/** An unknown tenant is an error, because Argo CD prunes everything that an empty render leaves out. */
function unknownTenant(tenant: string, { tenants, problems }: Resolved): readonly UnlocatedProblem[] {
  const reported = problems.flatMap((problem) => problem.tenants ?? []);
  const names = new Set([
    platformTenant,
    ...[...tenants.values(), ...reported].filter((name) => name !== anyTenant && isTenant(name)),
  ]);
  if (names.has(tenant)) return [];
  const choices = [...names].sort(compare);
  const message = `no file defines tenant ${tenant}`;
  const fix = didYouMean(tenant, choices);
  return [{ ...noPlace, code: 'unknown-tenant', message, fix, choices, tenants: [tenant] }];
}

/** Files that were not read might define objects of the tenant, or resources that its output lists. */
function partialProblems(
  tenant: string,
  { tenants, world }: Resolved,
  kinds: readonly AnyKind[],
): readonly UnlocatedProblem[] {
  const problem = (text: Pick<UnlocatedProblem, 'message' | 'fix'>): UnlocatedProblem => ({
    ...noPlace,
    code: 'partial-read',
    ...text,
    tenants: [tenant],
  });
  if (!isTenant(tenant)) return [problem(platformNeedsAll)];
  if (!world.settings.directoryPerTenant) return [problem(otherDirectories)];
  const listing = listingKinds(kinds);
  const own = [...tenants].filter(([document, owner]) => owner === tenant && listing.has(document.kind.id));
  return own.map(([identified]) => {
    const { document, kind } = identified;
    const message = `${shortLabelOf(kind.id, identified)} lists resources of other tenants, but their files were not read`;
    return { ...problem({ message, fix: platformNeedsAll.fix }), origin: document.origin, place: atValue(['kind']) };
  });
}

const platformNeedsAll = {
  message: 'objects of the platform depend on the files of all tenants, but not all files were read',
  fix: 'render with all files',
};

const otherDirectories = {
  message: 'directories that were not read might contain files of the tenant',
  fix: 'set spec.directoryPerTenant in the Platform, and keep the Platform in the directory of the Application',
};

/** Kinds whose output lists resources that can belong to another tenant. */
function listingKinds(kinds: readonly AnyKind[]): ReadonlySet<KindId> {
  const references = kinds.flatMap((kind) => kind.references);
  return new Set(references.filter(({ listed, owner }) => listed && !owner).map(({ to }) => to));
}
