import { contracts } from '../../build/contracts.ts';
import type { Settings } from '../../kinds/platform/settings.ts';
import { compare } from '../order.ts';
import { atValue, type Fault } from '../problem/problem.ts';
import type { Origin, Path } from '../source.ts';
import type { Known } from './known.ts';
import type { Resource } from './resource.ts';

interface Claimant {
  readonly key: string;
  readonly origin: Origin;
  readonly tenant: string;
  readonly path: Path;
}

type Tenants = ReadonlyMap<Known, string>;

/** Two documents of one identity. Both are told, so that either author sees it. */
export function duplicateResources(all: readonly Known[], tenants: Tenants): readonly Fault[] {
  const named = all.filter(({ name }) => name !== '');
  const groups = grouped(named.map((known) => [known.key, claimantOf(known, tenants, ['metadata', 'name'])] as const));
  const labels = new Map(named.map((known) => [known.key, labelOf(known)]));
  return [...groups].flatMap(([key, claimants]) => {
    if (claimants.length < 2) return [];
    return tellAll('duplicate-resource', `${labels.get(key)} is defined more than once`, claimants);
  });
}

/** Things that only one resource can have (a namespace, a slug, a host), and that two of them, or two tenants, claim. */
export function claimFaults(
  resources: ReadonlyMap<Known, Resource>,
  tenants: Tenants,
  settings: Settings,
): readonly Fault[] {
  const claims = [...resources].flatMap(([known, resource]) =>
    known.kind.claims(resource, settings).map((claim) => ({ ...claim, known })),
  );
  const groups = grouped(claims.map(({ what, path, known }) => [what, claimantOf(known, tenants, path)] as const));
  const residents = grouped([...resources.keys()].map((known) => [known.namespace, known] as const));
  const occupied = claims.flatMap(({ known, path, ownsNamespace = '' }) => {
    const strangers = residents.get(ownsNamespace)?.filter((one) => tenants.get(one) !== tenants.get(known)) ?? [];
    return ownsNamespace === '' ? [] : occupiedFaults({ known, path }, strangers, tenants);
  });
  return [...duplicateClaims(groups), ...occupied];
}

/** Documents of one identity are told of that alone, and two resources of the first thing that both claim. */
function duplicateClaims(groups: ReadonlyMap<string, readonly Claimant[]>): readonly Fault[] {
  const told = new Set<string>();
  return [...groups].flatMap(([what, claimants]) => {
    const keys = [...new Set(claimants.map(({ key }) => key))].join();
    if (!keys.includes(',') || told.has(keys)) return [];
    told.add(keys);
    return tellAll('duplicate-claim', `${what} is claimed by more than one resource`, claimants);
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
  return (known) => !tenants.get(known)?.startsWith('_');
}

function occupiedFault({ origin, path, tenant }: Claimant, message: string): Fault {
  return { code: 'reserved-namespace', origin, place: atValue(path), message, tenants: [tenant] };
}

function tellAll(
  code: 'duplicate-resource' | 'duplicate-claim',
  what: string,
  claimants: readonly Claimant[],
): readonly Fault[] {
  const tenants = [...new Set(claimants.map(({ tenant }) => tenant))].sort(compare);
  const files = [...new Set(claimants.map(({ origin }) => origin.file))].sort(compare);
  const message = `${what}, in ${files.join(' and ')}`;
  return claimants.map(({ origin, path }) => ({ code, origin, place: atValue(path), message, tenants }));
}

function claimantOf(known: Known, tenants: Tenants, path: Path): Claimant {
  return { key: known.key, origin: known.document.origin, tenant: tenants.get(known) as string, path };
}

function labelOf({ kind, namespace, name }: Known): string {
  return `${contracts[kind.id].kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}

function grouped<T>(pairs: readonly (readonly [string, T])[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
