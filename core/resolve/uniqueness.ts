import { contracts } from '../../build/contracts.ts';
import { compare } from '../../data/order.ts';
import type { Path } from '../../data/tree.ts';
import type { UniqueClaim } from '../kind/capabilities.ts';
import type { Resource } from '../kind/resource.ts';
import { isTenant } from '../kind/tenant.ts';
import type { World } from '../kind/world.ts';
import { atValue, type Fault } from '../problem/problem.ts';
import type { Origin } from '../source/source.ts';
import type { Known } from './known.ts';

interface Claimant {
  readonly key: string;
  readonly origin: Origin;
  readonly tenant: string;
  readonly path: Path;
}

type Tenants = ReadonlyMap<Known, string>;

/** Two documents of one identity, which stand side by side. Both are told, so that either author sees it. */
export function duplicateResources(all: readonly Known[], tenants: Tenants): readonly Fault[] {
  const isSame = (one: Known, other: Known | undefined) => one.name !== '' && one.key === other?.key;
  const twins = all.filter((one, at) => isSame(one, all[at - 1]) || isSame(one, all[at + 1]));
  return groups(twins, ({ key }) => key).flatMap((group) => {
    const claimants = group.map((known) => claimantOf(known, tenants, ['metadata', 'name']));
    return tellAll('duplicate-resource', `${labelOf(group[0] as Known)} is defined more than once`, claimants);
  });
}

interface Claimed {
  readonly known: Known;
  readonly claim: UniqueClaim;
}

/** Things that only one resource can have (a namespace, a slug, a host), and that two of them, or two tenants, claim. */
export function claimFaults(resources: ReadonlyMap<Known, Resource>, tenants: Tenants, world: World): readonly Fault[] {
  const residents = residentsOf(resources.keys());
  const { contested, inhabited } = doubtfulClaims(resources, residents, world);
  const occupied = inhabited.flatMap(({ known, claim: { path, ownsNamespace = '' } }) => {
    const strangers = residents.get(ownsNamespace)?.filter((one) => tenants.get(one) !== tenants.get(known)) ?? [];
    return occupiedFaults({ known, path }, strangers, tenants);
  });
  return [...duplicateClaims(contested, tenants), ...occupied];
}

interface Doubtful {
  /** Claims to what another resource claims too. */
  readonly contested: readonly Claimed[];
  /** Claims to own a namespace that resources lie in. */
  readonly inhabited: readonly Claimed[];
}

/** The few claims that may be at fault. No other is kept, and where there are contested ones, all are made once more. */
function doubtfulClaims(resources: ReadonlyMap<Known, Resource>, residents: Residents, world: World): Doubtful {
  const things = new Set<string>();
  const contested = new Set<string>();
  const inhabited: Claimed[] = [];
  for (const [known, resource] of resources) {
    for (const claim of known.kind.claims(resource, world)) {
      if (things.has(claim.what)) contested.add(claim.what);
      else things.add(claim.what);
      if (claim.ownsNamespace && residents.has(claim.ownsNamespace)) inhabited.push({ known, claim });
    }
  }
  return { contested: contested.size === 0 ? [] : claimsTo(contested, resources, world), inhabited };
}

function claimsTo(things: ReadonlySet<string>, resources: ReadonlyMap<Known, Resource>, world: World): Claimed[] {
  return [...resources].flatMap(([known, resource]) =>
    known.kind.claims(resource, world).flatMap((claim) => (things.has(claim.what) ? [{ known, claim }] : [])),
  );
}

type Residents = ReadonlyMap<string, readonly Known[]>;

/** By namespace. What has recipients is theirs, wherever it lies. */
function residentsOf(all: Iterable<Known>): Residents {
  const residents = new Map<string, Known[]>();
  for (const known of all) {
    if (known.kind.recipients) continue;
    const list = residents.get(known.namespace);
    if (list) list.push(known);
    else residents.set(known.namespace, [known]);
  }
  return residents;
}

/** Documents of one identity are told of that alone, and two resources of the first thing that both claim. */
function duplicateClaims(contested: readonly Claimed[], tenants: Tenants): readonly Fault[] {
  const told = new Set<string>();
  return groups(contested, ({ claim }) => claim.what).flatMap((group) => {
    const claimants = group.map(({ known, claim }) => claimantOf(known, tenants, claim.path));
    const keys = [...new Set(claimants.map(({ key }) => key))].join();
    if (!keys.includes(',') || told.has(keys)) return [];
    told.add(keys);
    return tellAll('duplicate-claim', `${group[0]?.claim.what} is claimed by more than one resource`, claimants);
  });
}

/**
 * Each side is told, and neither is rendered: which was there first the files do not say, and whoever went on alone would
 * own the other's namespace, or put objects into it. Only the platform is right by definition: its fault would be all's.
 */
function occupiedFaults(
  { known, path }: { readonly known: Known; readonly path: Path },
  strangers: readonly Known[],
  tenants: Tenants,
): readonly Fault[] {
  const [first] = strangers;
  if (!first) return [];
  const { namespace } = first;
  const claimed = `namespace ${namespace} cannot be the tenant's own: ${labelOf(first)} of another tenant lies in it`;
  const entered = `namespace ${namespace} is that of another tenant, by ${labelOf(known)}`;
  const fix = 'move it to a namespace of its own tenant';
  return [
    occupiedFault(claimantOf(known, tenants, path), claimed),
    ...strangers.filter(isTenants(tenants)).map((one) => ({
      ...occupiedFault(claimantOf(one, tenants, ['metadata', 'namespace']), entered),
      fix,
    })),
  ];
}

function isTenants(tenants: Tenants): (known: Known) => boolean {
  return (known) => isTenant(tenants.get(known) ?? '');
}

function occupiedFault({ origin, path, tenant }: Claimant, message: string): Fault {
  return { code: 'reserved-namespace', origin, place: atValue(path), message, tenants: [tenant] };
}

/** Files that one fault names: each of ten thousand that claim one thing would else name ten thousand. */
const mostNamed = 5;

const fixes = {
  'duplicate-resource': 'rename or delete one of them',
  'duplicate-claim': 'change it in one of them',
} as const;

function tellAll(code: keyof typeof fixes, what: string, claimants: readonly Claimant[]): readonly Fault[] {
  const tenants = [...new Set(claimants.map(({ tenant }) => tenant))].sort(compare);
  const files = [...new Set(claimants.map(({ origin }) => origin.file))].sort(compare);
  const more = files.length > mostNamed ? [`${files.length - mostNamed} more`] : [];
  const message = `${what}, in ${[...files.slice(0, mostNamed), ...more].join(' and ')}`;
  const fix = fixes[code];
  return claimants.map(({ origin, path }) => ({ code, origin, place: atValue(path), message, fix, tenants }));
}

function claimantOf(known: Known, tenants: Tenants, path: Path): Claimant {
  return { key: known.key, origin: known.document.origin, tenant: tenants.get(known) as string, path };
}

function labelOf({ kind, namespace, name }: Known): string {
  return `${contracts[kind.id].kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}

/** Those that have a key in common, in the order of their first. */
function groups<T>(all: readonly T[], keyOf: (one: T) => string): readonly (readonly T[])[] {
  const byKey = new Map<string, T[]>();
  for (const one of all) {
    const group = byKey.get(keyOf(one));
    if (group) group.push(one);
    else byKey.set(keyOf(one), [one]);
  }
  return [...byKey.values()];
}
