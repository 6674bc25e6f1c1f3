import { contracts, type KindId } from '../../build/contracts.ts';
import { didYouMean } from '../../data/nearest.ts';
import { compare } from '../../data/order.ts';
import type { AnyKind } from '../kind/kind.ts';
import { isTenant, platformTenant } from '../kind/tenant.ts';
import { atValue, type Fault } from '../problem/problem.ts';
import type { Known } from './known.ts';
import type { Resolved } from './resolve.ts';
import type { Scope } from './scope.ts';

/** What is wrong with the scope itself, or with the files for this scope. */
export function scopeFaults(scope: Scope, resolved: Resolved, kinds: readonly AnyKind[]): readonly Fault[] {
  const { tenant, alone } = scope;
  if (tenant === undefined) return [];
  const unknown = unknownTenant(tenant, resolved.tenants);
  return alone && resolved.settled ? [...unknown, ...partialFaults(tenant, resolved, kinds)] : unknown;
}

const nowhere = { origin: { file: '', document: 0, base: [] }, place: { line: 1, column: 1 } } as const;

/** Asking for a tenant that no file defines is a fault too: an empty answer would be pruned. */
function unknownTenant(tenant: string, tenants: ReadonlyMap<Known, string>): readonly Fault[] {
  const names = new Set([platformTenant, ...[...tenants.values()].filter(isTenant)]);
  if (names.has(tenant)) return [];
  const choices = [...names].sort(compare);
  const message = `no file defines a tenant ${tenant}`;
  const fix = didYouMean(tenant, choices);
  return [{ ...nowhere, code: 'unknown-tenant', message, fix, choices, tenants: [tenant] }];
}

/** What files that were not read hold of the tenant, or of what its output lists, would be missing and be pruned. */
function partialFaults(tenant: string, { tenants, world }: Resolved, kinds: readonly AnyKind[]): readonly Fault[] {
  const fault = (what: Pick<Fault, 'message' | 'fix'>): Fault => ({
    ...nowhere,
    code: 'partial-read',
    ...what,
    tenants: [tenant],
  });
  if (!isTenant(tenant)) return [fault(ofAllTenants)];
  if (!world.settings.directoryPerTenant) return [fault(ofOtherDirectories)];
  const listing = listingKinds(kinds);
  const own = [...tenants].filter(([known, owner]) => owner === tenant && listing.has(known.kind.id));
  return own.map(([{ document, kind, name }]) => {
    const message = `${contracts[kind.id].kind} ${name} lists resources of other tenants, whose files were not read`;
    return { ...fault({ message, fix: ofAllTenants.fix }), origin: document.origin, place: atValue(['kind']) };
  });
}

const ofAllTenants = {
  message: 'what tenants share follows from all of them, and not all were read',
  fix: 'render it of all files',
};

const ofOtherDirectories = {
  message: 'files of the tenant may lie in other directories than the one that was read',
  fix: 'set spec.directoryPerTenant in the Platform, and have the Platform in the directory of the Application',
};

/** Kinds whose output lists resources that may be of another tenant. */
function listingKinds(kinds: readonly AnyKind[]): ReadonlySet<KindId> {
  const references = kinds.flatMap((kind) => kind.references);
  return new Set(references.filter(({ listed, owner }) => listed && !owner).map(({ to }) => to));
}
