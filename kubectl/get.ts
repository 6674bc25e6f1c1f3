import type { Allowance } from '../core/kind/capabilities.ts';
import { listAt, textAt } from '../data/tree.ts';
import { groupKind } from '../kubernetes/object-id.ts';
import { mtoTenantLabel } from '../leasehold.ts';
import { idOf, namespaces, type ObjectType, type TenantClass } from '../shell/get/object-types.ts';
import { printListing } from '../shell/get/print.ts';
import type { CommandLine } from './arguments.ts';
import { classesOf, namespacesOf, quotasOf, readTenant } from './cluster-tenant.ts';
import { readable } from './own-rights.ts';
import type { Ports } from './ports.ts';
import { type Cluster, reasonIn } from './reads.ts';

/** The names of a tenant's objects, or the reason why the user cannot read them. */
type NamesResult = Allowance | { readonly sort: 'unreadable'; readonly why: readonly string[] };

interface GetRequest {
  readonly type: ObjectType | TenantClass;
  readonly tenant: string;
  readonly line: CommandLine;
  readonly cluster: Cluster;
  readonly ports: Ports;
}

/** Prints objects of one tenant, with the user's own permissions and the output format of kubectl. */
export function get(request: GetRequest): number {
  const { type, tenant, line, ports } = request;
  const name = line.words[3];
  const found = namesOf(request);
  if (found.sort === 'unreadable') {
    for (const why of found.why) ports.stderr(`note: ${why}\n`);
    ports.stderr(`error: cannot determine the ${type.plural} of tenant "${tenant}"\n`);
    return 1;
  }
  if (found.sort === 'unset') {
    ports.stderr(`Tenant ${tenant} does not restrict ${type.plural}\n`);
    return 0;
  }
  if (name !== undefined && found.sort === 'listed' && !found.names.includes(name)) {
    ports.stderr(`error: ${type.plural} "${name}" is not permitted for tenant "${tenant}"\n`);
    return 1;
  }
  return print(name === undefined ? found : { sort: 'listed', names: [name] }, request);
}

function namesOf(request: GetRequest): NamesResult {
  return request.type === namespaces ? namespaceNames(request) : namesInTenant(request);
}

/**
 * Searches by label, which also finds namespaces that the Tenant does not list. Without the permission to list
 * namespaces, falls back to the Tenant. After any other failure, the list would lack namespaces.
 */
function namespaceNames(request: GetRequest): NamesResult {
  const { tenant, cluster, ports } = request;
  const found = cluster.list(['get', 'namespaces', `--selector=${mtoTenantLabel}=${tenant}`]);
  if (!found.ok) {
    const why = `namespaces cannot be listed: ${found.why}`;
    if (found.kind === 'failed') return { sort: 'unreadable', why: [why] };
    const names = namesInTenant(request);
    if (names.sort === 'unreadable') return { ...names, why: [why, ...names.why] };
    ports.stderr(`note: ${why}\nnote: the list might lack namespaces that the Tenant does not list\n`);
    return names;
  }
  return { sort: 'listed', names: listAt(found.value, 'items').map((one) => textAt(one, 'metadata', 'name')) };
}

function namesInTenant({ type, tenant, cluster, ports }: GetRequest): NamesResult {
  const read = readTenant(tenant, cluster);
  if (read.ok && 'field' in type) return classesOf(read.value, type.field);
  if (read.ok) return { sort: 'listed', names: type === namespaces ? namespacesOf(read.value) : quotasOf(read.value) };
  const why = `tenant "${tenant}" cannot be read: ${read.why}`;
  const own = readable(type.group, type.plural, cluster);
  if (own.sort !== 'listed') return { sort: 'unreadable', why: [why] };
  ports.stderr(`note: ${why}\nnote: the list contains everything that you can read, for all your tenants together\n`);
  return own;
}

function print(found: Allowance & { readonly sort: 'all' | 'listed' }, request: GetRequest): number {
  const { type, tenant, line, cluster, ports } = request;
  const names = found.sort === 'listed' ? found.names : [];
  if (found.sort === 'listed' && names.length === 0) {
    ports.stderr(`No ${type.plural} found for tenant "${tenant}"\n`);
    return 0;
  }
  const resource = groupKind(type.group, type.plural);
  const missing = names.length === 0 ? [] : ['--ignore-not-found'];
  const printed = cluster.print(['get', resource, ...missing, ...line.printing], names);
  if (!printed.ok && printed.stdout === '' && names.length > 0) return printNames(names, printed.stderr, request);
  ports.stdout(printed.stdout);
  ports.stderr(printed.stderr);
  if (printed.ok && printed.stdout === '') ports.stderr(`No ${type.plural} found for tenant "${tenant}"\n`);
  return printed.ok ? 0 : 1;
}

/** Prints the names if the output format needs only names. Otherwise, prints the error. */
function printNames(names: readonly string[], stderr: string, { type, line, ports }: GetRequest): number {
  if (!['', 'wide', 'name'].includes(line.output)) {
    ports.stderr(stderr);
    return 1;
  }
  ports.stderr(`note: the list contains only names, because the ${type.plural} cannot be read: ${reasonIn(stderr)}\n`);
  const rows = names.map((name) => ({ id: idOf(type, name), name, cells: [name], object: {} }));
  ports.stdout(printListing({ head: ['NAME'], rows, listKind: 'List', single: false }, line.output, line.headers));
  return 0;
}
