import type { KubeObject } from './manifests.ts';

/** A system to migrate from, and the invariants before, during and after the change. */
export interface System {
  readonly name: string;
  readonly operatorNamespace: string;
  /** The kinds of the system: group, version, kind, plural, and whether they have a namespace. */
  readonly kinds: readonly (readonly [string, string, string, string, boolean])[];
  /** The paths of the resources that own others. */
  readonly owners?: readonly string[];
  /** The namespaces of the tenant; the workload is in the first. */
  readonly namespaces: readonly string[];
  /** Permissions: user, verb, namespace. */
  readonly access: readonly (readonly [string, string, string, boolean])[];
  readonly gone: readonly string[];
  readonly kept: readonly string[];
}

const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces';

export const systems: readonly System[] = [
  {
    name: 'capsule',
    operatorNamespace: 'capsule-system',
    kinds: [
      ['capsule.clastix.io', 'v1beta2', 'Tenant', 'tenants', false],
      ['capsule.clastix.io', 'v1beta2', 'GlobalTenantResource', 'globaltenantresources', false],
      ['capsule.clastix.io', 'v1beta2', 'RuleStatus', 'rulestatuses', true],
    ],
    owners: [
      '/apis/capsule.clastix.io/v1beta2/tenants/oil',
      '/apis/capsule.clastix.io/v1beta2/globaltenantresources/all',
    ],
    namespaces: ['oil-dev', 'oil-prod'],
    access: [
      ['alice', 'delete', 'oil-dev', true],
      ['alice', 'delete', 'oil-prod', true],
      ['carol', 'get', 'oil-dev', true],
      ['carol', 'delete', 'oil-dev', false],
      ['mallory', 'get', 'oil-dev', false],
    ],
    gone: [
      '/apis/capsule.clastix.io/v1beta2/tenants/oil',
      `${rbac}/oil-dev/rolebindings/capsule:managed:1`,
      '/api/v1/namespaces/oil-dev/resourcequotas/capsule-oil-0',
      '/apis/capsule.clastix.io/v1beta2/globaltenantresources/all',
      '/apis/capsule.clastix.io/v1beta2/namespaces/oil-dev/rulestatuses/capsule-managed-rules',
    ],
    kept: [
      '/api/v1/namespaces/oil-dev',
      '/api/v1/namespaces/oil-prod',
      `${rbac}/oil-dev/rolebindings/mto-owner-admin`,
      '/apis/networking.k8s.io/v1/namespaces/oil-dev/networkpolicies/capsule-oil-0',
      '/api/v1/namespaces/oil-dev/configmaps/settings',
      '/api/v1/namespaces/oil-dev/secrets/registry',
    ],
  },
  {
    name: 'hnc',
    operatorNamespace: 'hnc-system',
    kinds: [
      ['hnc.x-k8s.io', 'v1alpha2', 'SubnamespaceAnchor', 'subnamespaceanchors', true],
      ['hnc.x-k8s.io', 'v1alpha2', 'HierarchyConfiguration', 'hierarchyconfigurations', true],
      ['hnc.x-k8s.io', 'v1alpha2', 'HierarchicalResourceQuota', 'hierarchicalresourcequotas', true],
      ['hnc.x-k8s.io', 'v1alpha2', 'HNCConfiguration', 'hncconfigurations', false],
    ],
    namespaces: ['acme-dev', 'acme'],
    access: [
      ['alice', 'delete', 'acme', true],
      ['alice', 'delete', 'acme-dev', true],
      ['carol', 'get', 'acme-dev', true],
      ['carol', 'get', 'acme', false],
      ['norm', 'get', 'acme', true],
      ['norm', 'get', 'acme-dev', false],
    ],
    gone: [
      '/apis/hnc.x-k8s.io/v1alpha2/hncconfigurations/config',
      '/apis/hnc.x-k8s.io/v1alpha2/namespaces/acme/subnamespaceanchors/acme-dev',
      `${rbac}/acme-dev/rolebindings/leads`,
      '/api/v1/namespaces/acme-dev/resourcequotas/hrq.hnc.x-k8s.io',
    ],
    kept: ['/api/v1/namespaces/acme-dev', `${rbac}/acme-dev/rolebindings/devs`, `${rbac}/acme/rolebindings/leads`],
  },
  {
    name: 'accurate',
    operatorNamespace: 'accurate',
    kinds: [['accurate.cybozu.com', 'v2', 'SubNamespace', 'subnamespaces', true]],
    namespaces: ['neco-test', 'neco'],
    access: [
      ['alice', 'delete', 'neco', true],
      ['alice', 'delete', 'neco-test', true],
      ['peter', 'get', 'neco-test', true],
      ['peter', 'get', 'neco', false],
      ['erin', 'get', 'neco', true],
      ['erin', 'get', 'neco-test', false],
      ['auditor', 'get', 'alone', true],
      ['mallory', 'get', 'neco-test', false],
    ],
    gone: [
      '/apis/accurate.cybozu.com/v2/namespaces/neco/subnamespaces/neco-test',
      `${rbac}/neco-test/rolebindings/admin`,
    ],
    kept: [
      '/api/v1/namespaces/neco-test',
      `${rbac}/neco-test/rolebindings/mto-owner-admin`,
      `${rbac}/alone/rolebindings/auditors`,
    ],
  },
  {
    name: 'mto',
    operatorNamespace: 'multi-tenant-operator',
    kinds: [
      ['tenantoperator.stakater.com', 'v1beta3', 'Tenant', 'tenants', false],
      ['tenantoperator.stakater.com', 'v1beta1', 'Quota', 'quotas', false],
      ['templates.stakater.com', 'v1alpha1', 'Template', 'templates', false],
      ['templates.stakater.com', 'v1alpha1', 'ClusterTemplateInstance', 'clustertemplateinstances', false],
    ],
    owners: [
      '/apis/tenantoperator.stakater.com/v1beta3/tenants/pay',
      '/apis/templates.stakater.com/v1alpha1/clustertemplateinstances/settings',
    ],
    namespaces: ['pay-dev', 'pay-prod'],
    access: [
      ['alice', 'delete', 'pay-dev', true],
      ['alice', 'delete', 'pay-prod', true],
      ['carol', 'get', 'pay-prod', true],
      ['carol', 'delete', 'pay-prod', false],
      ['mallory', 'get', 'pay-dev', false],
    ],
    gone: [
      '/apis/tenantoperator.stakater.com/v1beta3/tenants/pay',
      `${rbac}/pay-dev/rolebindings/pay-owner-admin`,
      '/api/v1/namespaces/pay-dev/resourcequotas/pay-quota',
      '/apis/templates.stakater.com/v1alpha1/clustertemplateinstances/settings',
    ],
    kept: [
      '/api/v1/namespaces/pay-dev',
      `${rbac}/pay-dev/rolebindings/mto-owner-admin`,
      '/api/v1/namespaces/pay-dev/configmaps/settings',
    ],
  },
];

interface OperatorObjects {
  readonly definitions: readonly KubeObject[];
  /** The paths of the kinds. */
  readonly paths: readonly string[];
  /** The operator with its webhook, and a workload with a volume in the first namespace of the tenant. */
  readonly workload: readonly KubeObject[];
}

/** Objects in the cluster in addition to the objects of the fixture. */
export function operatorObjects({ kinds, operatorNamespace, namespaces, name }: System): OperatorObjects {
  return {
    definitions: kinds.map(([group, version, kind, plural, isNamespaced]) => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.${group}` },
      spec: {
        group,
        names: { kind, plural },
        scope: isNamespaced ? 'Namespaced' : 'Cluster',
        versions: [
          {
            name: version,
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        ],
      },
    })) as unknown as readonly KubeObject[],
    paths: kinds.map(([group, version, , plural]) => `/apis/${group}/${version}/${plural}`),
    workload: [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: operatorNamespace } },
      deployment('operator', operatorNamespace),
      webhook(name, operatorNamespace),
      deployment('web', namespaces[0] ?? ''),
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'data', namespace: namespaces[0] },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    ] as unknown as readonly KubeObject[],
  };
}

function deployment(name: string, namespace: string): object {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name, image: 'registry.k8s.io/pause:3.10' }] } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: { replicas: 1, selector: { matchLabels: labels }, template },
  };
}

/** It rejects nothing as long as no object has its label, because the operator that would answer does not run. */
function webhook(name: string, namespace: string): object {
  const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['UPDATE'], resources: ['namespaces'] };
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: `${name}-validating-webhook-configuration` },
    webhooks: [
      {
        name: `namespaces.${name}.example.com`,
        clientConfig: { service: { name: 'webhook', namespace } },
        objectSelector: { matchLabels: { 'change-over.example.com/rejected': 'true' } },
        rules: [rule],
        failurePolicy: 'Fail',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  };
}
