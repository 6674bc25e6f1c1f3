import { contracts } from '../../build/contracts.ts';
import { atValue, type Fault } from '../problem/problem.ts';
import { impostor, isTenant, type Known, outputTenant } from './known.ts';

interface Placed {
  readonly known: Known;
  /** The tenants that a name among the file's directories is of. */
  readonly directories: readonly string[];
  /** The tenants whose directory may hold it; none for what tenants share. */
  readonly owners: readonly string[];
}

/**
 * The rule of spec.directoryPerTenant: what is a tenant's lies in a directory of its name, and nothing else does. Then the
 * tenant can be rendered of that directory and of what tenants share, and whoever may write there writes for it alone.
 */
export function directoryFaults(
  tenants: ReadonlyMap<Known, string>,
  recipients: ReadonlyMap<Known, readonly string[]>,
): readonly Fault[] {
  const names = new Set([...tenants.values()].filter(isTenant));
  return [...tenants].flatMap(([known, tenant]) => {
    // Told to be of no tenant already.
    if (tenant === impostor) return [];
    const directories = directoriesOf(known).filter((name) => names.has(name));
    const isOwn = known.kind.tenancy === 'own';
    const owners = isOwn ? [tenant] : (recipients.get(known) ?? []).map(outputTenant);
    return isInPlace({ known, directories, owners }) ? [] : misplaced({ known, directories, owners }, tenant);
  });
}

function directoriesOf({ document }: Known): readonly string[] {
  return [...new Set(document.origin.file.split('/').slice(0, -1))];
}

/** What tenants share may lie with the one tenant that gets its objects, or with none. */
function isInPlace({ known, directories, owners }: Placed): boolean {
  if (directories.length === 0) return known.kind.tenancy !== 'own';
  return directories.length === 1 && owners.length > 0 && owners.every((owner) => owner === directories[0]);
}

function misplaced({ known, directories, owners }: Placed, tenant: string): readonly Fault[] {
  const { origin } = known.document;
  const label = `${contracts[known.kind.id].kind} ${known.name}`;
  const isOwn = known.kind.tenancy === 'own';
  const whose = isOwn ? `is of tenant ${tenant}` : 'is shared by tenants';
  const where =
    directories.length === 0 ? 'in no directory of its name' : `in the directory of ${directories.join(' and ')}`;
  const message = `${label} ${whose}, and its file lies ${where}; the Platform asks for a directory per tenant`;
  const fix = isOwn
    ? `move it to a directory ${tenant}, such as tenants/${tenant}/`
    : 'move it to a directory of no tenant';
  const concerned = [...new Set([tenant, ...directories, ...owners])];
  return [{ code: 'wrong-directory', origin, place: atValue(['metadata', 'name']), message, fix, tenants: concerned }];
}
