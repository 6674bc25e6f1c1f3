import { contracts } from '../../build/contracts.ts';
import { itemOf } from '../../kinds/mto/tenant/listed-namespaces.ts';
import type { SourceFact } from '../effect/fact.ts';
import type { SourceTenant } from '../effect/source-system.ts';
import { addItem, type ImportOutput, type OutputResource, setField } from '../resources/output.ts';

/** The Tenant and the Quota that replace a tenant of another system. */
export interface TenantResources {
  readonly tenant: OutputResource;
  readonly quota: OutputResource;
}

export function addTenant(
  { name, namespaces }: SourceTenant,
  statements: readonly SourceFact[],
  output: ImportOutput,
): TenantResources {
  const tenant = output.addResource(`${name}/tenant.yaml`, contracts['mto-tenant'].apiVersion, 'Tenant');
  setField(tenant, ['metadata', 'name'], name);
  // `platform` is reserved and cannot be a tenant name.
  if (name === 'platform') setField(tenant, ['metadata', 'labels', 'leasehold.dev/tenant'], 'platform-tenant');
  setField(tenant, ['spec', 'quota'], name);
  for (const namespace of namespaces) listNamespace(tenant, name, namespace);
  for (const fact of statements) if (fact.aspect === 'statement') setField(tenant, fact.path, fact.value);
  const quota = output.addResource(`${name}/quota.yaml`, contracts['mto-quota'].apiVersion, 'Quota');
  setField(quota, ['metadata', 'name'], name);
  setField(quota, ['spec', 'resourcequota'], {});
  return { tenant, quota };
}

/** Like MTO, the schema requires items of at least two characters. */
const item = /^[a-z0-9][-a-z0-9]*[a-z0-9]$/;

/** True if a Tenant can list the namespace. */
export function isListable(namespace: string): boolean {
  return item.test(namespace);
}

/** Lists a namespace, unless its name is too short for a list. Removes the prefix of the Tenant if the namespace has it. */
export function listNamespace(tenant: OutputResource, owner: string, namespace: string): void {
  const short = itemOf(owner, namespace);
  const isPrefixed = short !== namespace && item.test(short);
  const list = isPrefixed ? 'withTenantPrefix' : 'withoutTenantPrefix';
  if (isPrefixed || isListable(namespace))
    addItem(tenant, ['spec', 'namespaces', list], isPrefixed ? short : namespace);
}
