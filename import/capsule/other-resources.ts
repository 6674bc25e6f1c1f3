import { advice } from '../effect/advice.ts';
import type { SourceFact } from '../effect/fact.ts';
import { isOwnedBy } from '../effect/inert.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { isOwnerOf } from './access.ts';
import { isConfiguration } from './configuration.ts';
import { isReplication } from './replication-scope.ts';
import { type CapsuleTenant, fields, isCapsuleTenant } from './scope.ts';

const customQuota = 'Capsule adds up a field of objects and rejects a sum above the limit';

const alternatives: Readonly<Record<string, string>> = {
  TenantOwner: 'no Tenant in the export selects this owner',
  CustomQuota: customQuota,
  GlobalCustomQuota: customQuota,
  GlobalResourceQuota: 'Capsule divides the amounts among the selected namespaces according to their use',
  ResourcePool: 'Capsule divides the pool among namespaces according to their claims',
  ResourcePoolClaim: 'Capsule divides the pool among namespaces according to their claims',
  ProxySetting: 'capsule-proxy lets the subjects access these cluster-scoped objects',
  GlobalProxySettings: 'capsule-proxy lets the subjects access these cluster-scoped objects',
};

/** True for resources that Capsule creates from others. */
export function isCreated(source: ExportedObject): boolean {
  return isOwnedBy(source, ['capsule.clastix.io']) || ['QuantityLedger', 'RuleStatus'].includes(source.kind);
}

/** What Capsule does with resources that the model does not cover in detail. */
export function resourceFacts(
  objects: readonly ExportedObject[],
  tenants: readonly CapsuleTenant[],
): readonly SourceFact[] {
  const own = objects.filter(({ group }) => group === 'capsule.clastix.io');
  const others = own.filter((source) => !isReplication(source) && !isCapsuleTenant(source) && !isCreated(source));
  return others
    .filter((source) => !isConfiguration(source))
    .filter((source) => source.kind !== 'TenantOwner' || !tenants.some((tenant) => isOwnerOf(source, tenant.source)))
    .flatMap((source): readonly SourceFact[] => {
      const old = `${source.apiVersion} is an old version`;
      const text =
        source.kind === 'Tenant' ? old : (alternatives[source.kind] ?? `the import does not model ${source.kind}`);
      const known = source.kind === 'Tenant' ? advice.exportCurrentVersion : undefined;
      return [{ aspect: 'behavior', text, from: fields(source, []), advice: known }];
    });
}
