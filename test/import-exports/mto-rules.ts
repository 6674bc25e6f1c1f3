import fc from 'fast-check';
import type { Body } from './values.ts';

const list = (...names: readonly string[]) =>
  fc.record(
    {
      allowed: fc.subarray([...names], { minLength: 1 }),
      denied: fc.subarray([...names], { minLength: 1, maxLength: 1 }),
    },
    { requiredKeys: [] },
  );

const spec = fc.record(
  {
    storageClasses: list('fast', 'slow', ''),
    ingressClasses: list('nginx', 'fast', ''),
    podPriorityClasses: list('fast', 'slow', ''),
    serviceAccounts: fc.constant({ denied: ['default'] }),
    imageRegistries: list('ghcr.io', 'docker.io', 'quay.io', ''),
    hostValidationConfig: fc.record(
      {
        allowed: fc.subarray(['acme.example', '*.acme.example', 'other.example']),
        allowedRegex: fc.constantFrom('^[a-z]+\\.acme\\.example$', 'acme\\.example', '^(acme|shop)\\.'),
        denyWildcards: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

/** An MTO Tenant with admission rules, its Quota, and an IntegrationConfig with rules about node ports and host ports. */
export const mtoRules = fc
  .record({ spec, disableNodePortServices: fc.boolean(), disableHostPorts: fc.boolean() })
  .map(({ spec: rules, ...network }): readonly Body[] => [
    {
      apiVersion: 'tenantoperator.stakater.com/v1beta3',
      kind: 'Tenant',
      metadata: { name: 'acme' },
      spec: {
        quota: 'small',
        accessControl: { owners: { users: ['ann'] } },
        namespaces: { withoutTenantPrefix: ['team-space'] },
        ...rules,
      },
    },
    {
      apiVersion: 'tenantoperator.stakater.com/v1beta1',
      kind: 'Quota',
      metadata: { name: 'small' },
      spec: { resourcequota: {} },
    },
    {
      apiVersion: 'tenantoperator.stakater.com/v1beta1',
      kind: 'IntegrationConfig',
      metadata: { name: 'tenant-operator-config', namespace: 'multi-tenant-operator' },
      spec: { tenantPolicies: { network } },
    },
  ]);
