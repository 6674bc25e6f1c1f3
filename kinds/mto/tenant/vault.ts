import type { World } from '../../../core/kind/world.ts';
import { type Emit, emit } from '../../../core/print/shape.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Labels, VaultView } from '../../../templates/views.ts';
import { integrationOf, roles, type Vault } from '../integration/integration.ts';
import { mtoTenantLabel } from '../integration/keys.ts';
import { checkVaultGroups } from './check-vault-groups.ts';
import { listedMembers, type TenantResource } from './members.ts';
import type { MtoNamespace } from './namespaces.ts';
import { canListGroups, placeOfAnnotations } from './written-fields.ts';

/** What the Vault config operator configures for a tenant. */
export interface TenantVault {
  readonly tenant: string;
  readonly namespace: string;
  readonly vault: Vault;
  readonly logins: readonly VaultLogin[];
}

/** Service accounts of a namespace that can read the tenant's secrets. */
interface VaultLogin {
  readonly namespace: string;
  readonly serviceAccounts: readonly string[];
}

/**
 * The annotation that lists the service accounts of a namespace, because a render cannot see their labels in the
 * cluster.
 */
const loginAnnotation = 'leasehold.dev/vault-service-accounts';

export function vaultOf(tenant: string, namespaces: readonly MtoNamespace[], world: World): TenantVault | undefined {
  const { namespace, vault } = world.derived(integrationOf);
  if (!vault) return undefined;
  const logins = namespaces.flatMap(({ name, annotations }) => {
    const serviceAccounts = accountsIn(annotations);
    return serviceAccounts.length === 0 ? [] : [{ namespace: name, serviceAccounts }];
  });
  return { tenant, namespace, vault, logins };
}

/**
 * Warns about members who get no Vault policy, and about a tenant without logins. Rejects a login that would replace the
 * role of the platform.
 */
export function checkVaultAccess(
  tenant: TenantResource,
  { logins, vault }: TenantVault,
  world: World,
  report: Report,
): void {
  const users = roles.find((role) => listedMembers(tenant, role).users.length > 0);
  if (users !== undefined && vault.signOn !== undefined) {
    const message = 'Vault gets groups from single sign-on, so users listed by name get no policy';
    report('risky-value', [...listedMembers(tenant, users).path, 'users'], message, {
      fix: `list a group that contains them instead${canListGroups(tenant) ? '' : '; groups require apiVersion tenantoperator.stakater.com/v1beta1 or later'}`,
    });
  }
  if (vault.signOn !== undefined && world.isDelegated(tenant.origin)) checkVaultGroups(tenant, world, report);
  checkLogins(logins, vault, report);
  if (logins.length > 0) return;
  const message =
    'no namespace of the Tenant lists service accounts for Vault, so its workloads cannot log in to Vault';
  const fix = `set the annotation ${loginAnnotation} in ${placeOfAnnotations(tenant)}`;
  report('risky-value', ['spec', 'namespaces'], message, { fix });
}

/** A login is a role in Vault with the name of its namespace, so it could replace the role with which the operator logs in. */
function checkLogins(logins: readonly VaultLogin[], { roleName }: Vault, report: Report): void {
  if (!logins.some(({ namespace }) => namespace === roleName)) return;
  const message = `the Vault login of namespace ${roleName} would replace the role ${roleName} of the platform`;
  const fix = `rename the namespace, or delete the annotation ${loginAnnotation} from it`;
  report('reserved-namespace', ['spec', 'namespaces'], message, { fix });
}

function accountsIn(annotations: Labels): readonly string[] {
  const names = (annotations[loginAnnotation] ?? '').split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))].sort();
}

/** A secrets engine, policies for writers and readers, and a login for each namespace with service accounts [sources: mto-13]. */
export function vaultObjects(own: TenantVault): readonly Emit[] {
  const { tenant, logins } = own;
  return [
    emit('secret-engine-mount', {
      ...vaultView(own.vault, meta(own, `${tenant}-kv`)),
      path: tenant,
      mount: 'kv',
      options: { version: '2' },
      type: 'kv',
    }),
    policy(own, 'write', ['create', 'delete', 'list', 'read', 'update']),
    policy(own, 'read', ['list', 'read']),
    ...logins.map(({ namespace, serviceAccounts }) =>
      emit('kubernetes-auth-engine-role', {
        ...vaultView(own.vault, meta(own, namespace)),
        path: 'kubernetes',
        policies: [`${tenant}-read`],
        targetNamespaces: [namespace],
        targetServiceAccounts: serviceAccounts,
      }),
    ),
  ];
}

interface VaultMeta {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Labels;
}

function meta({ tenant, namespace }: TenantVault, name: string): VaultMeta {
  return { name, namespace, labels: { [mtoTenantLabel]: tenant } };
}

/** The Vault config operator logs in with a service account of the object's namespace. */
export function vaultView({ address, roleName }: Vault, meta: VaultMeta): VaultView {
  const authentication = { path: 'kubernetes', role: roleName };
  return { ...meta, annotations: {}, authentication, connection: { address } };
}

/**
 * The types of engines that a tenant can mount. Other types, such as `aws`, can use the identity of Vault itself, or, such as
 * `database`, connect to other servers. MTO allows every type.
 */
const ownEngines = ['kv', 'kv-v1', 'kv-v2', 'transit', 'totp'];

function policy(own: TenantVault, what: 'read' | 'write', capabilities: readonly string[]): Emit {
  const { tenant } = own;
  const mounts = what === 'write' ? [{ path: `sys/mounts/${tenant}/*`, capabilities, types: ownEngines }] : [];
  const rules = [
    { path: `${tenant}/*`, capabilities },
    { path: `${own.vault.common}/*`, capabilities: ['list', 'read'] },
    ...mounts,
  ];
  return emit('vault-policy', {
    ...vaultView(own.vault, meta(own, `${tenant}-${what}`)),
    policy: policyText(rules),
  });
}

interface PolicyRule {
  readonly path: string;
  readonly capabilities: readonly string[];
  /** The values of the parameter `type` that requests can contain. Other parameters are not limited. */
  readonly types?: readonly string[];
}

/** Prints a Vault policy, with strings in JSON syntax [sources: vault-3]. */
export function policyText(rules: readonly PolicyRule[]): string {
  return rules
    .map(({ path, capabilities, types }) => {
      const limited = types ? `  allowed_parameters = {\n    "type" = ${listText(types)}\n    "*" = []\n  }\n` : '';
      return `path ${JSON.stringify(path)} {\n  capabilities = ${listText(capabilities)}\n${limited}}\n`;
    })
    .join('');
}

function listText(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;
}
