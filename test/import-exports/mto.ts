import fc from 'fast-check';
import { amounts, type Body, labels, namespace, role, selector } from './values.ts';

const members = fc.record(
  {
    owners: fc.record({ users: fc.constant(['ann']), groups: fc.constant(['leads']) }, { requiredKeys: [] }),
    editors: fc.record({ users: fc.constant(['bob', 'cid@corp.io']) }, { requiredKeys: [] }),
    viewers: fc.record({ groups: fc.constant(['audit']) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

interface CustomRole {
  readonly selector: Body;
  readonly clusterRoles: readonly string[];
}

function settings({ selector: labelSelector, clusterRoles }: CustomRole): Body {
  return {
    apiVersion: 'tenantoperator.stakater.com/v1beta1',
    kind: 'IntegrationConfig',
    metadata: { name: 'tenant-operator-config', namespace: 'multi-tenant-operator' },
    spec: { accessControl: { rbac: { tenantRoles: { custom: [{ labelSelector, editor: { clusterRoles } }] } } } },
  };
}

/** An MTO Tenant with its Quota, roles and a namespace that joined by its label. */
export const mto = fc
  .record({
    accessControl: members,
    prefixed: fc.uniqueArray(fc.constantFrom('dev', 'prod')),
    sandboxes: fc.record({ enabled: fc.boolean(), private: fc.boolean() }),
    common: labels,
    hard: amounts,
    custom: fc.option(fc.record({ selector, clusterRoles: fc.uniqueArray(role, { minLength: 1 }) })),
    joined: fc.option(labels),
  })
  .map((one): readonly Body[] => [
    {
      apiVersion: 'tenantoperator.stakater.com/v1beta3',
      kind: 'Tenant',
      metadata: { name: 'acme' },
      spec: {
        quota: 'small',
        accessControl: one.accessControl,
        namespaces: {
          withTenantPrefix: one.prefixed,
          sandboxes: one.sandboxes,
          metadata: { common: { labels: one.common } },
        },
      },
    },
    {
      apiVersion: 'tenantoperator.stakater.com/v1beta1',
      kind: 'Quota',
      metadata: { name: 'small' },
      spec: { resourcequota: { hard: one.hard } },
    },
    ...(one.custom ? [settings(one.custom)] : []),
    ...(one.joined ? [namespace('legacy', { ...one.joined, 'stakater.com/tenant': 'acme' })] : []),
  ]);
