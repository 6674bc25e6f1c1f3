import { advice } from '../effect/advice.ts';
import type { SourceFact } from '../effect/fact.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { isOwnerOf } from './access.ts';
import { isReplication } from './replication-scope.ts';
import { type CapsuleTenant, fields, isCapsuleTenant } from './scope.ts';

const alternatives: Readonly<Record<string, string>> = {
  CapsuleConfiguration: 'Capsule itself is configured by it',
  TenantOwner: 'no Tenant of the export chooses this owner',
  ResourcePool: 'Capsule divides the pool by the claims of namespaces',
  ResourcePoolClaim: 'Capsule divides the pool by the claims of namespaces',
  ProxySetting: 'capsule-proxy lets the subjects list these cluster-scoped objects',
  GlobalProxySettings: 'capsule-proxy lets the subjects list these cluster-scoped objects',
};

/** What Capsule does with resources that the model does not cover in detail. */
export function resourceFacts(
  objects: readonly ExportedObject[],
  tenants: readonly CapsuleTenant[],
): readonly SourceFact[] {
  const own = objects.filter(({ group }) => group === 'capsule.clastix.io');
  const others = own.filter((source) => !isReplication(source) && !isCapsuleTenant(source));
  return others
    .filter((source) => source.kind !== 'TenantOwner' || !tenants.some((tenant) => isOwnerOf(source, tenant.source)))
    .flatMap((source): readonly SourceFact[] => {
      const old = `${source.apiVersion} is an old version`;
      const text =
        source.kind === 'Tenant' ? old : (alternatives[source.kind] ?? `the model of Capsule has no ${source.kind}`);
      const known = source.kind === 'Tenant' ? advice.exportCurrentVersion : undefined;
      return [{ aspect: 'behaviour', text, from: fields(source, []), advice: known }];
    });
}
