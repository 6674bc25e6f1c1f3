import type { Allowance } from '../core/kind/capabilities.ts';
import { listAt, textAt } from '../data/tree.ts';
import { groupKind } from '../kubernetes/object-id.ts';
import { mtoTenantLabel } from '../leasehold.ts';
import { idOf, namespaces, type ObjectType, type TenantClass } from '../shell/get/object-types.ts';
import { printAnswer } from '../shell/get/print.ts';
import type { CommandLine } from './arguments.ts';
import { classesOf, namespacesOf, quotasOf, readTenant } from './cluster-tenant.ts';
import { readable } from './own-rights.ts';
import type { Ports } from './ports.ts';
import { type Cluster, reasonIn } from './reads.ts';

/** A tenant has these objects; or nothing that the user may read says which. */
type Known = Allowance | { readonly sort: 'unreadable'; readonly why: readonly string[] };

interface Work {
  readonly type: ObjectType | TenantClass;
  readonly tenant: string;
  readonly line: CommandLine;
  readonly cluster: Cluster;
  readonly ports: Ports;
}

/** Objects of one tenant, each read with the user's own rights and printed by kubectl itself. */
export function get(work: Work): number {
  const { type, tenant, line, ports } = work;
  const name = line.words[3];
  const known = namesOf(work);
  if (known.sort === 'unreadable') {
    for (const why of known.why) ports.stderr(`note: ${why}\n`);
    ports.stderr(`error: nothing that you may read says which ${type.plural} tenant "${tenant}" has\n`);
    return 1;
  }
  if (known.sort === 'unstated') {
    ports.stderr(`Tenant ${tenant} says nothing of ${type.plural}, so it may use any\n`);
    return 0;
  }
  if (name !== undefined && known.sort === 'listed' && !known.names.includes(name)) {
    ports.stderr(`error: ${type.plural} "${name}" is not permitted for tenant "${tenant}"\n`);
    return 1;
  }
  return print(name === undefined ? known : { sort: 'listed', names: [name] }, work);
}

function namesOf(work: Work): Known {
  return work.type === namespaces ? namespaceNames(work) : namesInTenant(work);
}

/** The label finds those too that the Tenant does not list; without the right to list, the Tenant has to do. */
function namespaceNames(work: Work): Known {
  const { tenant, cluster } = work;
  const found = cluster.read(['get', 'namespaces', `--selector=${mtoTenantLabel}=${tenant}`]);
  if (!found.ok) {
    const known = namesInTenant(work);
    return known.sort === 'unreadable'
      ? { ...known, why: [`namespaces cannot be listed: ${found.why}`, ...known.why] }
      : known;
  }
  return { sort: 'listed', names: listAt(found.value, 'items').map((one) => textAt(one, 'metadata', 'name')) };
}

function namesInTenant({ type, tenant, cluster, ports }: Work): Known {
  const read = readTenant(tenant, cluster);
  if (read.ok && 'field' in type) return classesOf(read.value, type.field);
  if (read.ok) return { sort: 'listed', names: type === namespaces ? namespacesOf(read.value) : quotasOf(read.value) };
  const why = `tenant "${tenant}" cannot be read: ${read.why}`;
  const own = readable(type.group, type.plural, cluster);
  if (own.sort !== 'listed') return { sort: 'unreadable', why: [why] };
  ports.stderr(`note: ${why}\nnote: shown is what you may read, for all your tenants together\n`);
  return own;
}

function print(known: Allowance & { readonly sort: 'all' | 'listed' }, work: Work): number {
  const { type, tenant, line, cluster, ports } = work;
  const names = known.sort === 'listed' ? known.names : [];
  if (known.sort === 'listed' && names.length === 0) {
    ports.stderr(`No ${type.plural} found for tenant "${tenant}"\n`);
    return 0;
  }
  const resource = groupKind(type.group, type.plural);
  const missing = names.length === 0 ? [] : ['--ignore-not-found'];
  const printed = cluster.print(['get', resource, ...names, ...missing, ...line.printing]);
  if (!printed.ok && printed.stdout === '' && names.length > 0) return printNames(names, printed.stderr, work);
  ports.stdout(printed.stdout);
  ports.stderr(printed.stderr);
  if (printed.ok && printed.stdout === '') ports.stderr(`No ${type.plural} found for tenant "${tenant}"\n`);
  return printed.ok ? 0 : 1;
}

/** Names alone answer what a tenant may use; whoever wants the objects has to be told that they cannot be had. */
function printNames(names: readonly string[], stderr: string, { type, line, ports }: Work): number {
  if (!['', 'wide', 'name'].includes(line.output)) {
    ports.stderr(stderr);
    return 1;
  }
  ports.stderr(`note: only names are known, the ${type.plural} cannot be read: ${reasonIn(stderr)}\n`);
  const rows = names.map((name) => ({ id: idOf(type, name), name, cells: [name], object: {} }));
  ports.stdout(printAnswer({ head: ['NAME'], rows, listKind: 'List', single: false }, line.output, line.headers));
  return 0;
}
