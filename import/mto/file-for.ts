import { contracts, type KindId } from '../../build/contracts.ts';
import { textAt } from '../../data/tree.ts';

/**
 * The file of a resource. Tenants and Extensions are in the folder of the tenant, the IntegrationConfig is in `platform`, and
 * all others are in a folder per kind.
 */
export function fileFor(id: KindId, body: unknown): string {
  const name = textAt(body, 'metadata', 'name');
  const namespace = textAt(body, 'metadata', 'namespace');
  if (id === 'mto-tenant') return `${name}/tenant.yaml`;
  if (id === 'mto-extensions') return `${textAt(body, 'spec', 'tenantName')}/extensions.yaml`;
  if (id === 'mto-integration-config') return 'platform/integration-config.yaml';
  return `${contracts[id].plural}/${namespace === '' ? name : `${namespace}-${name}`}.yaml`;
}
