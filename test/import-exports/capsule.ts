import fc from 'fast-check';
import { amounts, type Body, labels, names, namespace, policy, role, selector, subject } from './values.ts';

const quotaItem = fc.record(
  { hard: amounts, scopes: fc.constantFrom(['Terminating'], ['NotTerminating']) },
  { requiredKeys: ['hard'] },
);
const limitItem = fc.record({
  limits: fc.uniqueArray(fc.record({ type: fc.constantFrom('Pod', 'Container'), max: fc.constant({ cpu: '1500m' }) }), {
    selector: ({ type }) => type,
    minLength: 1,
  }),
});

const classList = fc.record(
  {
    allowed: fc.constantFrom(['fast'], ['fast', 'nginx'], []),
    allowedRegex: fc.constantFrom('^ssd-', 's', '^(slow|fast)$'),
    default: fc.constantFrom('fast', 'nginx'),
  },
  { requiredKeys: [] },
);

const capsuleSpec = fc.record(
  {
    owners: fc.array(
      fc.record(
        {
          kind: fc.constantFrom('User', 'Group'),
          name: fc.constantFrom('ann', 'bob'),
          clusterRoles: fc.uniqueArray(role, { minLength: 1 }),
        },
        { requiredKeys: ['kind', 'name'] },
      ),
      { maxLength: 3 },
    ),
    additionalRoleBindings: fc.array(
      fc.record({ clusterRoleName: role, subjects: fc.array(subject, { minLength: 1, maxLength: 2 }) }),
      { maxLength: 2 },
    ),
    resourceQuotas: fc.record({
      scope: fc.constantFrom('Tenant', 'Namespace'),
      items: fc.array(quotaItem, { maxLength: 3 }),
    }),
    limitRanges: fc.record({ items: fc.array(limitItem, { maxLength: 2 }) }),
    networkPolicies: fc.record({ items: fc.array(fc.constant(policy), { maxLength: 2 }) }),
    namespaceOptions: fc.record({
      additionalMetadata: fc.record({ labels }),
      additionalMetadataList: fc.array(
        fc.record(
          {
            labels: fc.constantFrom({ owner: '{{tenant.name}}' }, { here: '{{ namespace }}' }),
            namespaceSelector: selector,
          },
          { requiredKeys: ['labels'] },
        ),
        { maxLength: 2 },
      ),
    }),
    storageClasses: classList,
    priorityClasses: classList,
    runtimeClasses: classList,
    containerRegistries: fc.record(
      {
        allowed: fc.constantFrom(['docker.io'], ['ghcr.io', 'quay.io'], ['ghcr.io/acme'], ['acme'], ['docker.io/'], []),
        allowedRegex: fc.constantFrom('ghcr', '^(ghcr\\.io|quay\\.io)$', '^quay\\.io$', '^localhost:\\d+$'),
      },
      { requiredKeys: [] },
    ),
    imagePullPolicies: fc.uniqueArray(fc.constantFrom('Always', 'IfNotPresent'), { minLength: 1 }),
    ingressOptions: fc.record(
      {
        allowedClasses: classList,
        allowedHostnames: fc.record(
          {
            allowed: fc.constantFrom(
              ['acme.example'],
              ['*.acme.example', 'shop.acme.example'],
              ['ACME.example', '.acme.example'],
              [],
            ),
            allowedRegex: fc.constantFrom(
              'acme.example',
              '^.*\\.acme\\.example$',
              '^shop|other\\.example$',
              '\\*',
              '^(acme|ACME)',
            ),
          },
          { requiredKeys: [] },
        ),
        allowWildcardHostnames: fc.boolean(),
        hostnameCollisionScope: fc.constantFrom('Cluster', 'Tenant', 'Namespace', 'Disabled'),
      },
      { requiredKeys: [] },
    ),
    serviceOptions: fc.record(
      {
        allowedServices: fc.record(
          { nodePort: fc.boolean(), loadBalancer: fc.boolean(), externalName: fc.boolean() },
          { requiredKeys: [] },
        ),
        externalIPs: fc.record({ allowed: fc.constantFrom(['203.0.113.7'], ['203.0.113.0/24'], []) }),
        forbiddenLabels: fc.constant({ denied: ['team'] }),
        forbiddenAnnotations: fc.constant({ deniedRegex: '^example' }),
      },
      { requiredKeys: [] },
    ),
    cordoned: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** A Capsule Tenant and its namespaces. */
export const capsule = fc
  .record({
    spec: capsuleSpec,
    owned: fc.uniqueArray(fc.tuple(fc.constantFrom(...names), labels), { selector: ([name]) => name }),
  })
  .map(({ spec, owned }): readonly Body[] => [
    { apiVersion: 'capsule.clastix.io/v1beta2', kind: 'Tenant', metadata: { name: 'acme' }, spec },
    ...owned.map(([name, own]) => namespace(name, { ...own, 'capsule.clastix.io/tenant': 'acme' })),
  ]);
