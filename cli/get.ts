import { listed } from '../data/listed.ts';
import { didYouMean } from '../data/nearest.ts';
import { draft, type Rendering, render, type SourceFile, tenantsIn } from '../leasehold.ts';
import { namespaces, type ObjectType, objectTypeNamed, objectTypes, quotas } from '../shell/get/object-types.ts';
import { type Listing, printListing } from '../shell/get/print.ts';
import { memberRows, rowsFor, tenantRows } from '../shell/get/rows.ts';
import type { Arguments } from './arguments.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { reportErrors } from './problems.ts';
import { startProgress } from './progress.ts';
import { directoryOf, readTenantFiles } from './tenants.ts';
import { usageError } from './usage.ts';

const help = 'leasehold get --help';

/** Lists from files what the kubectl plugin lists from a cluster. */
export function get(args: Arguments, ports: Ports): ExitCode {
  const [word = '', tenant] = args.words;
  const listsTenants = ['tenants', 'tenant'].includes(word.toLowerCase());
  const type = objectTypeNamed(word);
  if (!listsTenants && !type) return usageError(ports, unknownType(word), help);
  const member = type && ['as', 'as-group'].find((option) => args.isStated(option));
  if (member !== undefined) return usageError(ports, `--${member} applies only to leasehold get tenants`, help);
  const isAll = args.isSet('all-tenants');
  if (type && tenant === undefined && !isAll)
    return usageError(ports, `get ${type.plural} needs the name of a tenant, or -A for all tenants`, help);
  if (tenant !== undefined && isAll)
    return usageError(ports, `-A lists the objects of all tenants, not only of ${tenant}; remove one of the two`, help);
  const tenants = readTenantFiles(directoryOf(args), ports, startProgress(ports));
  const place = placeNamed(args, ports);
  if (!tenants.ok) return usageError(ports, place ?? tenants.message, help);
  const rendering = renderingFor(tenants.files, type !== undefined, tenant);
  if (place !== undefined && !hasTenant(rendering, tenant)) return usageError(ports, place, help);
  if (!rendering.ok) return reportErrors(rendering.problems, tenants.files, 'nothing can be listed', ports);
  const run = { args, ports, rendering };
  if (!type) return getTenants(run);
  return tenant === undefined ? getAllObjects(type, run) : getTenantObjects(type, tenant, run);
}

/**
 * The rendering to list objects from. For one tenant, errors of other tenants do not matter. An incomplete list of all
 * tenants is an error, because a program could read it.
 */
function renderingFor(files: readonly SourceFile[], listsObjects: boolean, tenant: string | undefined): Rendering {
  if (tenant !== undefined && listsObjects) return render(files, { tenant });
  const all = render(files);
  if (all.ok || tenant === undefined) return all;
  const own = render(files, { tenant });
  return own.ok ? draft(files) : own;
}

function hasTenant(rendering: Rendering, name: string | undefined): boolean {
  if (!rendering.ok) return !rendering.problems.some(({ code }) => code === 'unknown-tenant');
  return tenantsIn(rendering).some((tenant) => tenant.name === name);
}

/** A hint if the argument is a directory instead of a tenant. A directory of files can have the name of its tenant. */
function placeNamed(args: Arguments, { files }: Ports): string | undefined {
  const name = args.words[1];
  if (name === undefined || args.isStated('dir') || files.kindOf(name) !== 'directory') return undefined;
  return `${name} is a directory, not a tenant; pass --dir ${name}`;
}

interface GetRun {
  readonly args: Arguments;
  readonly ports: Ports;
  readonly rendering: Rendering;
}

function unknownType(word: string): string {
  const choices = ['tenants', ...objectTypes.map(({ plural }) => plural)];
  const near = didYouMean(word, choices);
  return `unknown type ${word}; available types: ${choices.join(', ')}${near === undefined ? '' : `; ${near}`}`;
}

function getTenants({ args, ports, rendering }: GetRun): ExitCode {
  const name = args.words[1];
  const user = args.text('as');
  const groups = args.texts('as-group');
  const who = [...(user === undefined ? [] : [user]), ...groups];
  const isMember = who.length > 0;
  const all = isMember ? memberRows(rendering, { user: user ?? '', groups }) : tenantRows(rendering);
  const rows = all.filter((row) => name === undefined || row.name === name);
  if (rows.length === 0) {
    const isKnown = isMember && tenantRows(rendering).some((row) => row.name === name);
    const missing = isKnown ? `tenant "${name}" grants no role to ${listed(who)}` : `tenants "${name}" not found`;
    ports.stderr(name === undefined ? 'No tenants found\n' : `error: ${missing}\n`);
    if (name !== undefined) return exitCodes.problems;
  }
  const head = isMember ? ['NAME', 'ROLE'] : ['NAME', 'KIND', 'QUOTA', 'NAMESPACES'];
  return print({ head, rows, listKind: 'TenantList', single: name !== undefined }, args, ports);
}

function getTenantObjects(type: ObjectType, tenant: string, { args, ports, rendering }: GetRun): ExitCode {
  const name = args.words[2];
  const found = rowsFor(type, tenant, rendering);
  if ('instead' in found) {
    ports.stderr(`${found.instead}\n`);
    return exitCodes.success;
  }
  const rows = found.rows.filter((row) => name === undefined || row.name === name);
  if (rows.length === 0 && name !== undefined) {
    ports.stderr(`error: ${type.plural} "${name}" is not permitted for tenant "${tenant}"\n`);
    return exitCodes.problems;
  }
  if (rows.length === 0) ports.stderr(`No ${type.plural} found for tenant "${tenant}"\n`);
  const single = name !== undefined;
  return print({ head: headOf(type), rows, listKind: 'List', single }, args, ports);
}

/** A tenant without a list, such as one that can use every class, has no row. */
function getAllObjects(type: ObjectType, { args, ports, rendering }: GetRun): ExitCode {
  const rows = tenantsIn(rendering).flatMap(({ name }) => {
    const found = rowsFor(type, name, rendering);
    return 'instead' in found ? [] : found.rows.map((row) => ({ ...row, cells: [name, ...row.cells] }));
  });
  if (rows.length === 0) ports.stderr(`No ${type.plural} found\n`);
  return print({ head: ['TENANT', ...headOf(type)], rows, listKind: 'List', single: false }, args, ports);
}

function headOf(type: ObjectType): readonly string[] {
  if (type === namespaces) return ['NAME', 'FILE'];
  return type === quotas ? ['NAME', 'HARD', 'FILE'] : ['NAME'];
}

function print(listing: Listing, args: Arguments, ports: Ports): ExitCode {
  ports.stdout(printListing(listing, args.text('output') ?? 'table', !args.isSet('no-headers')));
  return exitCodes.success;
}
