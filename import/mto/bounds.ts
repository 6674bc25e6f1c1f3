import { groupBy } from '../../data/group-by.ts';
import { textAt, valueAt } from '../../data/tree.ts';
import { mtoTenantLabel } from '../../kinds/mto/integration/keys.ts';
import type { SourceFact } from '../effect/fact.ts';
import { limitFacts, quotaFacts } from '../effect/objects.ts';
import type { MtoTenant } from './scope.ts';
import type { MtoResource } from './written.ts';

/** The resources that limit Tenants. */
export interface MtoBounds {
  readonly quotas: ReadonlyMap<string, readonly MtoResource[]>;
  readonly settings: MtoResource | undefined;
}

export function quotasByName(resources: readonly MtoResource[]): MtoBounds['quotas'] {
  const quotas = resources.filter(({ id }) => id === 'mto-quota');
  return groupBy(quotas, ({ body }) => textAt(body, 'metadata', 'name'));
}

/** The quota that the namespaces of a Tenant share, the limits in each of them, and the network policy. */
export function boundFacts(tenant: MtoTenant, { quotas, settings }: MtoBounds): readonly SourceFact[] {
  const [quota] = quotas.get(textAt(tenant.resource.body, 'spec', 'quota')) ?? [];
  return [...(quota ? amountFacts(tenant, quota) : []), ...(settings ? networkFacts(tenant, settings) : [])];
}

function amountFacts({ namespaces, newNamespace, resource }: MtoTenant, quota: MtoResource): readonly SourceFact[] {
  const names = namespaces.map(({ name }) => name);
  const pool = names.length > 0 ? names : [newNamespace];
  const used = resource.field(['spec', 'quota']);
  const base = ['spec', 'resourcequota'];
  return [
    ...quotaFacts(valueAt(quota.body, ...base), pool, true).map((fact) => ({
      ...fact,
      from: [
        used,
        quota.field([...base, 'hard', fact.resource]),
        quota.field([...base, 'scopes']),
        quota.field([...base, 'scopeSelector']),
      ],
    })),
    ...[...names, newNamespace].flatMap((name) =>
      limitFacts(valueAt(quota.body, 'spec', 'limitrange'), name).map((fact, index) => ({
        ...fact,
        from: [used, quota.field(['spec', 'limitrange', 'limits', index])],
      })),
    ),
  ];
}

/**
 * MTO rejects traffic from namespaces of other tenants, but allows traffic from namespaces without a tenant
 * [sources: mto-11].
 */
function networkFacts({ name, namespaces, newNamespace }: MtoTenant, settings: MtoResource): readonly SourceFact[] {
  const path = ['spec', 'tenantPolicies', 'network', 'disableIntraTenantNetworking'];
  if (valueAt(settings.body, ...path) !== true) return [];
  const selecting = (expression: object) => ({ namespaceSelector: { matchExpressions: [expression] } });
  const body = {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: `disable-intra-tenant-networking-${name}` },
    spec: {
      podSelector: {},
      policyTypes: ['Ingress'],
      ingress: [
        {
          from: [
            selecting({ key: mtoTenantLabel, operator: 'DoesNotExist' }),
            { namespaceSelector: { matchLabels: { [mtoTenantLabel]: name } } },
          ],
        },
      ],
    },
  };
  return [...namespaces.map((one) => one.name), newNamespace].map((namespace) => ({
    aspect: 'object',
    namespace,
    body,
    from: [settings.field(path)],
  }));
}
