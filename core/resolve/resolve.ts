import { compare } from '../../data/order.ts';
import type { Path } from '../../data/tree.ts';
import type { AnyKind } from '../kind/kind.ts';
import type { Resource } from '../kind/resource.ts';
import { isTenant } from '../kind/tenant.ts';
import type { World } from '../kind/world.ts';
import { type Fault, formatPath } from '../problem/problem.ts';
import { settingsFrom } from '../settings/settings.ts';
import type { Origin } from '../source/source.ts';
import type { Validated, ValidDocument } from '../validate/validate.ts';
import { genericFaults } from './checks.ts';
import { directoryFaults } from './directories.ts';
import { identify, type Known, type Named, namedBy, tenantsOf } from './known.ts';
import { makeWorld } from './make-world.ts';
import { tornFaults } from './owner-conflict.ts';
import { reservedTenantFaults } from './reserved-tenant.ts';
import { claimFaults, duplicateResources } from './uniqueness.ts';

export interface Resolved {
  readonly world: World;
  readonly named: Named;
  /** The tenant of every document, faulty ones too. */
  readonly tenants: ReadonlyMap<Known, string>;
  readonly resources: ReadonlyMap<Known, Resource>;
  /** The tenants that get objects of a document which tenants share, faulty ones too. */
  readonly recipients: Recipients;
  readonly faults: readonly Fault[];
  /** False when a Platform or a Plan is faulty: what depends on settings would then be told to be wrong falsely. */
  readonly settled: boolean;
}

/** Gives every document its identity and tenant, and holds the documents against each other. */
export function resolve(validated: Validated, kinds: readonly AnyKind[]): Resolved {
  const settings = settingsFrom(bodies(validated.valid, 'platform')[0], bodies(validated.valid, 'plan'));
  const all = identify(validated, kinds, settings.defaultNamespace);
  const named = namedBy(all);
  const tenants = tenantsOf(all, named);
  const settled = !all.some(({ valid, kind }) => !valid && kind.tenancy === 'platform');
  const resources = new Map(all.filter(({ valid }) => valid).map((known) => [known, toResource(known, tenants)]));
  const world = makeWorld(all, resources, settings);
  const recipients = recipientsOf(all, world);
  const faults = [
    ...validated.faults,
    ...(settings.directoryPerTenant ? directoryFaults(tenants, recipients) : []),
    ...(settled ? unlessTold(genericFaults(all, named, settings), validated.faults) : []),
    ...reservedTenantFaults(tenants),
    ...tornFaults(tenants, named),
    ...duplicateResources(all, tenants),
    ...claimFaults(resources, tenants, world),
  ];
  return { world, named, tenants, resources, recipients, faults: withTenants(faults, tenants), settled };
}

export type Recipients = ReadonlyMap<Known, readonly string[]>;

function recipientsOf(all: readonly Known[], world: World): Recipients {
  const given = all.flatMap((known) => {
    const { kind, namespace, name, document } = known;
    const recipients = kind.recipients?.({ namespace, name, body: document.body }, world);
    return recipients ? [[known, recipients] as const] : [];
  });
  return new Map(given);
}

/** In an order that does not depend on the order of the files: with two Platforms one of them must be used. */
function bodies<Id extends 'platform' | 'plan'>(documents: readonly ValidDocument[], kind: Id): Resource<Id>['body'][] {
  const own = documents.filter((document) => document.kind === kind);
  const sorted = own.sort((a, b) => compare(placeOf(a.origin), placeOf(b.origin)));
  return sorted.map(({ body }) => body as Resource<Id>['body']);
}

function toResource(known: Known, tenants: ReadonlyMap<Known, string>): Resource {
  const { document, namespace, name, kind } = known;
  const tenant = tenants.get(known) as string;
  return { kind: kind.id, origin: document.origin, tenant, namespace, name, body: document.body as Resource['body'] };
}

/** A field that has the wrong form, or lies in one that has, names nothing that could be missing. */
function unlessTold(faults: readonly Fault[], told: readonly Fault[]): readonly Fault[] {
  const places = new Set(told.map(({ origin, place }) => fieldAt(origin, 'path' in place ? place.path : [])));
  return faults.filter(({ origin, place }) => {
    const path = 'path' in place ? place.path : [];
    return !path.some((_, depth) => places.has(fieldAt(origin, path.slice(0, depth + 1))));
  });
}

function fieldAt(origin: Origin, path: Path): string {
  return `${placeOf(origin)} ${formatPath(path)}`;
}

/** Stages before this one know no tenants; a fault of a document concerns the document's tenant. */
function withTenants(faults: readonly Fault[], tenants: ReadonlyMap<Known, string>): readonly Fault[] {
  if (faults.every((fault) => fault.tenants)) return faults;
  const byOrigin = new Map<string, string[]>();
  for (const [known, tenant] of tenants) {
    const place = placeOf(known.document.origin);
    byOrigin.set(place, [...(byOrigin.get(place) ?? []), tenant]);
  }
  return faults.map((fault) => (fault.tenants ? fault : { ...fault, tenants: byOrigin.get(placeOf(fault.origin)) }));
}

function placeOf({ file, document, base }: Origin): string {
  return `${file}#${document}#${base.join('.')}`;
}

/** The tenants that the files define, in order, including tenants of invalid documents. */
export function tenantNames({ tenants }: Pick<Resolved, 'tenants'>): readonly string[] {
  return [...new Set(tenants.values())].filter((name) => name !== '' && isTenant(name)).sort(compare);
}
