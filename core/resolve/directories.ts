import { contracts } from '../../build/contracts.ts';
import { compare } from '../../data/order.ts';
import { impostor, isTenant, outputTenant, tenantLabel } from '../kind/tenant.ts';
import { atValue, type Fault } from '../problem/problem.ts';
import type { Known } from './known.ts';

interface Placed {
  readonly known: Known;
  readonly tenant: string;
  /** The tenants that a name among the file's directories is of. */
  readonly directories: readonly string[];
  /** The tenants whose directory may hold it; none for what tenants share. */
  readonly owners: readonly string[];
  /** The directory of the Platform, which holds what tenants share. */
  readonly shared: string;
  /** The directory that all files lie in, which says nothing. */
  readonly above: string;
  /** By tenant, its directory below that one: of several of its name the first. */
  readonly homes: ReadonlyMap<string, string>;
}

/**
 * The rule of spec.directoryPerTenant: what is a tenant's lies in a directory of its name, and what tenants share in that of
 * the Platform. Then the tenant can be rendered of these two, and whoever may write in its own writes for it alone.
 */
export function directoryFaults(
  tenants: ReadonlyMap<Known, string>,
  recipients: ReadonlyMap<Known, readonly string[]>,
): readonly Fault[] {
  const names = new Set([...tenants.values()].filter(isTenant));
  const above = commonDirectory([...tenants.keys()]);
  const shared = sharedDirectory([...tenants.keys()]);
  const homes = homesOf(tenants, above);
  return [...tenants].flatMap(([known, tenant]) => {
    // Told to be of no tenant already.
    if (tenant === impostor) return [];
    const directories = directoriesOf(known, above).filter((name) => names.has(name));
    const owners = known.kind.tenancy === 'own' ? [tenant] : (recipients.get(known) ?? []).map(outputTenant);
    const placed = { known, tenant, directories, owners, shared, above, homes };
    return isInPlace(placed) ? [] : [misplaced(placed)];
  });
}

/** Of several Platforms the one whose settings hold. */
function sharedDirectory(all: readonly Known[]): string {
  const platforms = all.filter(({ kind, valid }) => valid && kind.id === 'platform');
  const [first = ''] = platforms.map(({ document }) => document.origin.file).sort(compare);
  return directoryOf(first);
}

/** With the slash at its end; empty for a file in none. */
function directoryOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

function homesOf(tenants: ReadonlyMap<Known, string>, above: string): ReadonlyMap<string, string> {
  const homes = new Map<string, string>();
  for (const [known, tenant] of tenants) {
    const [home, other] = [homeOf({ known, above }, tenant), homes.get(tenant)];
    if (home !== undefined && (other === undefined || compare(home, other) < 0)) homes.set(tenant, home);
  }
  return homes;
}

/** The outermost directory of the tenant's name that holds the file, with the slash at its end. */
function homeOf({ known, above }: Pick<Placed, 'known' | 'above'>, tenant: string): string | undefined {
  const file = known.document.origin.file.slice(above.length);
  const at = `/${file}`.indexOf(`/${tenant}/`);
  return at < 0 ? undefined : file.slice(0, at + tenant.length + 1);
}

/** Those below the one that all files lie in: where that one lies says nothing. */
function directoriesOf({ document }: Known, above: string): readonly string[] {
  return [...new Set(document.origin.file.slice(above.length).split('/').slice(0, -1))];
}

function commonDirectory(all: readonly Known[]): string {
  const [first = '', ...others] = new Set(all.map(({ document }) => directoryOf(document.origin.file)));
  return others.reduce((common, directory) => sharedStart(common, directory), first);
}

function sharedStart(common: string, directory: string): string {
  return directory.startsWith(common) ? common : sharedStart(directoryOf(common.slice(0, -1)), directory);
}

/** What tenants share may lie with the one tenant that gets its objects, or with none. */
function isInPlace(placed: Placed): boolean {
  const { known, directories, owners, shared, homes } = placed;
  const isShared = known.kind.tenancy !== 'own';
  if (directories.length === 0) return isShared && known.document.origin.file.startsWith(shared);
  const [owner = ''] = directories;
  const isOwners = directories.length === 1 && owners.length > 0 && owners.every((one) => one === owner);
  return isOwners && homeOf(placed, owner) === homes.get(owner);
}

function misplaced(placed: Placed): Fault {
  const { known, tenant, directories, owners } = placed;
  const label = `${contracts[known.kind.id].kind} ${known.name}`;
  const { whose, where, fix } = known.kind.tenancy === 'own' ? misplacedOwn(placed) : misplacedShared(placed);
  return {
    code: 'wrong-directory',
    origin: known.document.origin,
    place: atValue(['metadata', 'name']),
    message: `${label} is ${whose}, and its file lies in ${where}; the Platform asks for a directory per tenant`,
    fix,
    tenants: [...new Set([tenant, ...directories, ...owners])],
  };
}

type Explanation = Readonly<Record<'whose' | 'where' | 'fix', string>>;

function misplacedOwn(placed: Placed): Explanation {
  const { tenant, directories, above, homes } = placed;
  const others = directories.filter((name) => name !== tenant).join(' and ');
  const isInBoth = directories.includes(tenant);
  const whose = `of tenant ${tenant}`;
  if (isInBoth && others === '') {
    const home = `${above}${homes.get(tenant)}`;
    return { whose, where: `another directory of its name than ${home}`, fix: `move it to ${home}` };
  }
  return {
    whose,
    where: directories.length === 0 ? 'no directory of its name' : `the directory of ${directories.join(' and ')}`,
    fix: isInBoth
      ? `move its directory ${tenant} out of the directory ${others}, or give tenant ${others} another name by the label ${tenantLabel}`
      : `move it to a directory ${tenant}, such as tenants/${tenant}/`,
  };
}

function misplacedShared({ known, directories, shared }: Placed): Explanation {
  const own = directoryOf(known.document.origin.file).slice(0, -1);
  return {
    whose: 'shared by tenants',
    where:
      directories.length === 0
        ? `${own === '' ? 'no directory' : own} and the Platform's in ${shared.slice(0, -1)}`
        : `the directory of ${directories.join(' and ')}`,
    fix: directories.some((name) => shared.split('/').includes(name))
      ? 'move it to a directory of no tenant'
      : `move it to ${shared}`,
  };
}
