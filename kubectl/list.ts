import type { Identity } from '../analysis/tenants/access.ts';
import { listAt, textAt, textsAt } from '../data/tree.ts';
import { mtoTenantLabel } from '../leasehold.ts';
import { idOf } from '../shell/get/object-types.ts';
import { type ListingRow, printListing } from '../shell/get/print.ts';
import type { CommandLine } from './arguments.ts';
import { readTenant, roleInTenant, tenants, tenantType } from './cluster-tenant.ts';
import { readable } from './own-rights.ts';
import type { Ports } from './ports.ts';
import type { Cluster, ReadFailure } from './reads.ts';

/** A tenant, and the role of the user in it. The role is empty if it is unknown. */
interface Membership {
  readonly name: string;
  readonly role: string;
}

type Note = (text: string) => void;

const outputs = ['', 'json', 'yaml', 'name', 'wide'];

/** The first flag that `list` does not support. `list` prints names and roles itself, without kubectl. */
export function unsupportedInList({ output, printing }: CommandLine): string | undefined {
  const flag = printing.find((one) => one !== '--no-headers' && !one.startsWith('--output='));
  return flag?.split('=')[0] ?? (outputs.includes(output) ? undefined : `--output=${output}`);
}

/** Prints the tenants of the user: from the Tenants if the user can read them, otherwise from the next readable source. */
export function listTenants(line: CommandLine, cluster: Cluster, ports: Ports): number {
  const who = cluster.read(['auth', 'whoami']);
  if (!who.ok && who.kind === 'failed') return fail(who, ports);
  const identity = {
    user: textAt(who.ok ? who.value : {}, 'status', 'userInfo', 'username'),
    groups: textsAt(who.ok ? who.value : {}, 'status', 'userInfo', 'groups'),
  };
  const note: Note = (text) => ports.stderr(`note: ${text}\n`);
  if (!who.ok) note(`your identity cannot be read, so roles are unknown: ${who.why}`);
  const found = memberships(identity, cluster, note);
  if ('why' in found) return fail(found, ports);
  const rows = found.map(rowOf);
  if (rows.length === 0) ports.stderr(`No tenants found for ${identity.user === '' ? 'you' : identity.user}\n`);
  const listing = { head: ['NAME', 'ROLE'], rows, listKind: 'TenantList', single: false };
  ports.stdout(printListing(listing, line.output, line.headers));
  return 0;
}

function fail({ why }: ReadFailure, { stderr }: Ports): number {
  stderr(`error: ${why}\n`);
  return 1;
}

/**
 * The memberships of the user. A missing permission has a fallback, but after any other failure the list would lack
 * tenants.
 */
function memberships(identity: Identity, cluster: Cluster, note: Note): readonly Membership[] | ReadFailure {
  const all = cluster.list(['get', tenants]);
  if (!all.ok && all.kind === 'failed') return all;
  if (all.ok) return listAt(all.value, 'items').flatMap((tenant) => membershipIn(tenant, identity));
  note(`not all tenants can be read: ${all.why}`);
  const own = readable(tenantType.group, tenantType.plural, cluster);
  if (own.sort === 'listed') return own.names.map((name) => membershipOf(name, identity, cluster));
  return labeled(identity, cluster, note);
}

function membershipIn(tenant: unknown, identity: Identity): readonly Membership[] {
  const name = textAt(tenant, 'metadata', 'name');
  if (identity.user === '') return [{ name, role: '' }];
  const role = roleInTenant(tenant, identity);
  return role ? [{ name, role }] : [];
}

/** The user's membership in a tenant that the user can get by name. Only members can do that. */
function membershipOf(name: string, identity: Identity, cluster: Cluster): Membership {
  const tenant = readTenant(name, cluster);
  return { name, role: (tenant.ok && roleInTenant(tenant.value, identity)) || roleByBindings(name, identity, cluster) };
}

/**
 * The memberships according to the labels of namespaces. A user who can list namespaces also sees those of other
 * tenants, so the list can contain a tenant without a role.
 */
function labeled(identity: Identity, cluster: Cluster, note: Note): readonly Membership[] | ReadFailure {
  const found = cluster.list(['get', 'namespaces', `--selector=${mtoTenantLabel}`]);
  if (!found.ok && found.kind === 'failed') return found;
  if (!found.ok) {
    note(`namespaces cannot be listed: ${found.why}`);
    return [];
  }
  const names = listAt(found.value, 'items').map((one) => textAt(one, 'metadata', 'labels', mtoTenantLabel));
  const shown = [...new Set(names)].sort().map((name) => ({ name, role: roleByBindings(name, identity, cluster) }));
  if (shown.some(({ role }) => role === '')) note('the list contains all tenants with a namespace, not only yours');
  return shown;
}

/**
 * Reads the bindings that leasehold renders in each namespace. Their names are mto-<role>-<cluster role>. Owners of other
 * tenants can create bindings with any name and label, but only in their own namespaces.
 */
function roleByBindings(tenant: string, identity: Identity, cluster: Cluster): string {
  const found = cluster.list(['get', 'rolebindings', '--all-namespaces', `--selector=${mtoTenantLabel}=${tenant}`]);
  const own = (found.ok ? listAt(found.value, 'items') : []).filter((binding) => includesUser(binding, identity));
  const isIn = isNamespaceOf(tenant, cluster);
  const hasRole = (role: string) =>
    own.some(
      (binding) =>
        textAt(binding, 'metadata', 'name').startsWith(`mto-${role}-`) &&
        isIn(textAt(binding, 'metadata', 'namespace')),
    );
  return ['owner', 'editor', 'viewer'].find(hasRole) ?? '';
}

function includesUser(binding: unknown, { user, groups }: Identity): boolean {
  return listAt(binding, 'subjects').some((subject) => {
    const name = textAt(subject, 'name');
    return textAt(subject, 'kind') === 'Group' ? groups.includes(name) : name === user;
  });
}

/** Whether a namespace has the label of the tenant, which only the platform can set. Reads each namespace once. */
function isNamespaceOf(tenant: string, { read }: Cluster): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const found = known.has(name) ? undefined : read(['get', `namespace/${name}`]);
    if (found) known.set(name, found.ok && textAt(found.value, 'metadata', 'labels', mtoTenantLabel) === tenant);
    return known.get(name) === true;
  };
}

function rowOf({ name, role }: Membership): ListingRow {
  const known = role === '' ? '<unknown>' : role;
  const { apiVersion, kind } = tenantType;
  const object = { apiVersion, kind, metadata: { name }, role: known };
  return { id: idOf(tenantType, name), name, cells: [name, known], object };
}
