/** A system to migrate from, and the invariants before, during and after the change. */
export interface System {
  readonly name: string;
  readonly operatorNamespace: string;
  /** The kinds of the system: group, version, kind, plural, and whether it is namespaced. */
  readonly kinds: readonly (readonly [string, string, string, string, boolean])[];
  /** The paths of the resources that own other objects. */
  readonly owners?: readonly string[];
  /** The namespaces of the tenant; the workload is in the first. */
  readonly namespaces: readonly string[];
  /** Permissions: user, verb, namespace, and whether the user has the permission. */
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
      `${rbac}/oil-dev/rolebindings/${encodeURIComponent('x\nnamespaces oil-dev oil-dev')}`,
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
      ['frank', 'get', 'acme-dev', true],
    ],
    gone: [
      '/apis/hnc.x-k8s.io/v1alpha2/hncconfigurations/config',
      '/apis/hnc.x-k8s.io/v1alpha2/namespaces/acme/subnamespaceanchors/acme-dev',
      `${rbac}/acme-dev/rolebindings/leads`,
      `${rbac}/acme-dev/rolebindings/${encodeURIComponent('x\nnamespaces acme-dev acme-dev')}`,
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
      `${rbac}/neco-test/rolebindings/${encodeURIComponent('x\nnamespaces neco-test neco-test')}`,
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
      ['dave', 'get', 'pay-dev', true],
      ['mallory', 'get', 'pay-dev', false],
    ],
    gone: [
      '/apis/tenantoperator.stakater.com/v1beta3/tenants/pay',
      `${rbac}/pay-dev/rolebindings/pay-owner-admin`,
      `${rbac}/pay-dev/rolebindings/${encodeURIComponent('x\nnamespaces pay-dev pay-dev')}`,
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
