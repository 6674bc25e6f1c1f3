import { isMapping, listAt, type Path, textAt, textEntriesAt, valueAt } from '../../data/tree.ts';
import type { SourceFact } from '../effect/fact.ts';
import { limitFacts, quotaFacts } from '../effect/objects.ts';
import { type CapsuleTenant, fields, inAll } from './scope.ts';

const quotas = ['spec', 'resourceQuotas'];

/**
 * The quotas, limits and network policies of a Tenant. With scope Tenant, the namespaces share each amount, because
 * Capsule adjusts the ResourceQuota of each namespace. With scope Namespace, each namespace may use the amount
 * [sources: capsule-1].
 */
export function boundFacts(tenant: CapsuleTenant): readonly SourceFact[] {
  const { source } = tenant;
  return [
    ...listAt(source.body, ...quotas, 'items').flatMap((_, index) => quotaItemFacts(tenant, index)),
    ...customQuotas(tenant),
    ...specsIn(tenant, ['spec', 'limitRanges']).flatMap(({ spec, path, name }) =>
      [...tenant.namespaces, tenant.newNamespace].flatMap((namespace) =>
        limitFacts(spec, namespace).map((fact, at) => ({
          ...fact,
          objectName: name,
          from: fields(source, [...path, 'limits', at]),
        })),
      ),
    ),
    ...specsIn(tenant, ['spec', 'networkPolicies']).flatMap(({ spec, path, name }) =>
      inAll(tenant, (namespace) => ({
        aspect: 'object',
        namespace,
        body: { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name }, spec },
        from: fields(source, path),
      })),
    ),
  ];
}

function specsIn({ source, name }: CapsuleTenant, path: Path) {
  return listAt(source.body, ...path, 'items').flatMap((spec, index) =>
    isMapping(spec) ? [{ spec, path: [...path, 'items', index], name: `capsule-${name}-${index}` }] : [],
  );
}

function quotaItemFacts(tenant: CapsuleTenant, index: number): readonly SourceFact[] {
  const { source, name, namespaces, newNamespace } = tenant;
  const path = [...quotas, 'items', index];
  const spec = valueAt(source.body, ...path);
  const isEach = textAt(source.body, ...quotas, 'scope') === 'Namespace';
  const pools = isEach ? [...namespaces, newNamespace].map((one) => [one]) : [sharing(tenant)];
  return pools.flatMap((pool) =>
    quotaFacts(spec, pool, !isEach).map((fact) => ({
      ...fact,
      objectName: `capsule-${name}-${index}`,
      from: fields(
        source,
        [...quotas, 'scope'],
        [...path, 'hard', fact.resource],
        [...path, 'scopes'],
        [...path, 'scopeSelector'],
      ),
    })),
  );
}

function sharing({ namespaces, newNamespace }: CapsuleTenant): readonly string[] {
  return namespaces.length > 0 ? namespaces : [newNamespace];
}

const customQuota = /^quota\.resources\.capsule\.clastix\.io\/([a-z0-9-]+)\.([a-z0-9.-]+)_v[a-z0-9]+$/;

/**
 * An annotation `quota.resources.capsule.clastix.io/<resource>.<group>_<version>` limits the number of custom
 * resources.
 */
function customQuotas(tenant: CapsuleTenant): readonly SourceFact[] {
  const { source } = tenant;
  return textEntriesAt(source.body, 'metadata', 'annotations').flatMap(([key, amount]) => {
    const [, resource, group] = customQuota.exec(key) ?? [];
    if (resource === undefined) return [];
    return [
      {
        aspect: 'quota' as const,
        namespaces: sharing(tenant),
        resource: `count/${resource}.${group}`,
        scope: '',
        amount,
        isShared: true,
        from: fields(source, ['metadata', 'annotations', key]),
      },
    ];
  });
}
