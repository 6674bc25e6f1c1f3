import { compare } from '../../data/order.ts';
import { shortLabelOf } from '../kind/resource.ts';
import { isTenant, outputTenant, reservedNameTenant, tenantLabel } from '../kind/tenant.ts';
import { atValue, type Fault } from '../problem/problem.ts';
import type { Identified } from './identify.ts';
import type { Tenants } from './tenants.ts';

interface Placed {
  readonly document: Identified;
  readonly tenant: string;
  /** The tenants that the directories of the file are named after. */
  readonly directories: readonly string[];
  /** The tenants whose directory can hold the file; none for shared documents. */
  readonly owners: readonly string[];
  /** The directory of the Platform, where shared documents belong. */
  readonly shared: string;
  /** The directory that contains all files. Its name means nothing. */
  readonly root: string;
  /** The directory of each tenant below the root; the first when several have the tenant's name. */
  readonly homes: ReadonlyMap<string, string>;
}

/**
 * The rule of spec.directoryPerTenant: a tenant's documents are in a directory with its name, and shared documents in the
 * directory of the Platform. Then these two directories are enough to render the tenant, and whoever can write to the
 * tenant's directory writes for this tenant only.
 */
export function directoryFaults(
  tenants: Tenants,
  recipients: ReadonlyMap<Identified, readonly string[]>,
): readonly Fault[] {
  const names = new Set([...tenants.values()].filter(isTenant));
  const root = commonDirectory([...tenants.keys()]);
  const shared = sharedDirectory([...tenants.keys()]);
  const homes = homesOf(tenants, root);
  return [...tenants].flatMap(([document, tenant]) => {
    // The reserved name is already an error.
    if (tenant === reservedNameTenant) return [];
    const directories = directoriesOf(document, root).filter((name) => names.has(name));
    const owners = document.kind.tenancy === 'own' ? [tenant] : (recipients.get(document) ?? []).map(outputTenant);
    const placed = { document, tenant, directories, owners, shared, root, homes };
    return isInPlace(placed) ? [] : [misplaced(placed)];
  });
}

/** The directory of the Platform whose settings count when there are several. */
function sharedDirectory(all: readonly Identified[]): string {
  const platforms = all.filter(({ kind, valid }) => valid && kind.id === 'platform');
  const [first = ''] = platforms.map(({ document }) => document.origin.file).sort(compare);
  return directoryOf(first);
}

/** With a trailing slash; empty for a file in no directory. */
function directoryOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

function homesOf(tenants: Tenants, root: string): ReadonlyMap<string, string> {
  const homes = new Map<string, string>();
  for (const [document, tenant] of tenants) {
    const [home, other] = [homeOf({ document, root }, tenant), homes.get(tenant)];
    if (home !== undefined && (other === undefined || compare(home, other) < 0)) homes.set(tenant, home);
  }
  return homes;
}

/** The outermost directory with the tenant's name that contains the file, with a trailing slash. */
function homeOf({ document, root }: Pick<Placed, 'document' | 'root'>, tenant: string): string | undefined {
  const file = document.document.origin.file.slice(root.length);
  const at = `/${file}`.indexOf(`/${tenant}/`);
  return at < 0 ? undefined : file.slice(0, at + tenant.length + 1);
}

function directoriesOf({ document }: Identified, root: string): readonly string[] {
  return [...new Set(document.origin.file.slice(root.length).split('/').slice(0, -1))];
}

function commonDirectory(all: readonly Identified[]): string {
  const [first = '', ...others] = new Set(all.map(({ document }) => directoryOf(document.origin.file)));
  return others.reduce((common, directory) => sharedStart(common, directory), first);
}

function sharedStart(common: string, directory: string): string {
  return directory.startsWith(common) ? common : sharedStart(directoryOf(common.slice(0, -1)), directory);
}

/** A shared document can be in the directory of the only tenant that receives its objects, or in no tenant's. */
function isInPlace(placed: Placed): boolean {
  const { document, directories, owners, shared, homes } = placed;
  const isShared = document.kind.tenancy !== 'own';
  if (directories.length === 0) return isShared && document.document.origin.file.startsWith(shared);
  const [owner = ''] = directories;
  const isOwners = directories.length === 1 && owners.length > 0 && owners.every((one) => one === owner);
  return isOwners && homeOf(placed, owner) === homes.get(owner);
}

function misplaced(placed: Placed): Fault {
  const { document, tenant, directories, owners } = placed;
  const { origin } = document.document;
  const label = shortLabelOf(document.kind.id, document);
  const actual = directoryOf(origin.file) || 'the top directory';
  const { expected, fix } = document.kind.tenancy === 'own' ? ownPlace(placed) : sharedPlace(placed);
  return {
    code: 'wrong-directory',
    origin,
    place: atValue(['metadata', 'name']),
    message: `${label} must be in ${expected}, not in ${actual}: the Platform requires a directory per tenant`,
    fix,
    tenants: [...new Set([tenant, ...directories, ...owners])],
  };
}

type CorrectPlace = Readonly<Record<'expected' | 'fix', string>>;

function ownPlace({ tenant, directories, root, homes }: Placed): CorrectPlace {
  const others = directories.filter((name) => name !== tenant).join(' and ');
  const expected = `a directory named ${tenant}`;
  if (!directories.includes(tenant)) return { expected, fix: `move it to a directory such as tenants/${tenant}/` };
  const home = `${root}${homes.get(tenant)}`;
  if (others === '') return { expected: home, fix: `move it to ${home}` };
  const moveOut = `move the directory ${tenant} out of the directory ${others}`;
  return {
    expected: `a directory named ${tenant} outside of ${others}`,
    fix: `${moveOut}, or give tenant ${others} another name with the label ${tenantLabel}`,
  };
}

function sharedPlace({ directories, shared }: Placed): CorrectPlace {
  const isOfTenant = directories.some((name) => shared.split('/').includes(name));
  return {
    expected: "the Platform's directory, because tenants share it",
    fix: isOfTenant ? 'move it to a directory that is not named after a tenant' : `move it to ${shared}`,
  };
}
