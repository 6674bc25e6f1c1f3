import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { integrationOf } from '../integration/integration.ts';
import type { TenantResource } from './members.ts';

/** Mounts of Vault, and the default paths of its secrets engines [sources: vault-1, vault-2]. */
const vaultRoots: ReadonlySet<string> = new Set([
  ...['audit', 'auth', 'cubbyhole', 'identity', 'sys'],
  ...['ad', 'alicloud', 'aws', 'azure', 'consul', 'database', 'gcp', 'gcpkms', 'keymgmt', 'kmip', 'kubernetes', 'kv'],
  ...[
    'ldap',
    'mongodbatlas',
    'nomad',
    'openldap',
    'pki',
    'rabbitmq',
    'secret',
    'ssh',
    'terraform',
    'totp',
    'transform',
  ],
  'transit',
]);

/**
 * A tenant's name is the root of its secrets in Vault, and its policies cover everything below. Therefore, the name must
 * not be a mount of Vault or of the platform.
 */
export function checkVaultRoot({ name }: TenantResource, world: World, report: Report): void {
  const { vault } = world.derived(integrationOf);
  if (!vault) return;
  const common = vault.common.split('/')[0];
  const owner = vaultRoots.has(name)
    ? 'Vault'
    : name === common || world.settings.isReserved(name)
      ? 'the platform'
      : '';
  if (owner === '') return;
  const message = `the tenant's Vault policies would cover ${name}/*, which belongs to ${owner}`;
  report('reserved-tenant', ['metadata', 'name'], message, {
    fix: 'rename the Tenant, or disable Vault in the IntegrationConfig',
  });
}
