const metadata = { name: 'chosen' };
const matchExpressions = [{ key: 'example.com/tier', operator: 'Exists' }];
const policy = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata,
  spec: {
    podSelector: {},
    ingress: [{ from: [{ namespaceSelector: { matchLabels: { 'example.com/tier': 'gold' } } }] }],
  },
};
const templates = 'templates.stakater.com/v1alpha1';
export const labels = { matchLabels: { 'example.com/tier': 'gold' } };

export function templateOf(resources: object): object {
  return { apiVersion: templates, kind: 'Template', metadata, resources };
}

export function manifestOf(kind: string, group: string, spec: object): object {
  return templateOf({ manifests: [{ apiVersion: `${group}/v1`, kind, metadata, spec }] });
}

const policyText = `kind: NetworkPolicy
spec:
  ingress:
    - from:
        - namespaceSelector:
{{ if .parameters.x }}
            matchLabels:
              # the tier
              "example.com/tier": gold
{{ end }}
`;
const expressionText = `ingress: [{from: [{namespaceSelector: {matchExpressions: [{key: example.com/tier, operator: Exists}]}}]}]
`;
const list = { namespaces: { from: 'Selector', selector: labels } };
const ofCilium = { matchLabels: { 'k8s:io.cilium.k8s.namespace.labels.example.com/tier': 'gold' } };

/** Documents of the platform that select namespaces by a label. */
export const selectingDocuments: Readonly<Record<string, object>> = {
  ClusterTemplateInstance: {
    apiVersion: templates,
    kind: 'ClusterTemplateInstance',
    metadata,
    spec: { template: 'admin', selector: { matchExpressions } },
  },
  'NetworkPolicy in a Template': {
    apiVersion: templates,
    kind: 'Template',
    metadata,
    resources: { manifests: [policy] },
  },
  'NetworkPolicy in a gotemplate': templateOf({ gotemplate: policyText }),
  'NetworkPolicy in a gotemplate of a Template v2': {
    apiVersion: 'templates.v2.stakater.com/v2alpha1',
    kind: 'Template',
    metadata: { ...metadata, namespace: 'templates' },
    spec: { gotemplate: expressionText },
  },
  'Calico policy in a gotemplate': templateOf({
    gotemplate: `source: {namespaceSelector: "has(example.com/tier)"}`,
  }),
  'label of any source in a Cilium policy': manifestOf('CiliumNetworkPolicy', 'cilium.io', {
    ingress: [{ fromEndpoints: [{ matchLabels: { 'any:io.cilium.k8s.namespace.labels.example.com/tier': 'gold' } }] }],
  }),
  'CEL of an admission policy': manifestOf('ValidatingAdmissionPolicy', 'admissionregistration.k8s.io', {
    validations: [{ expression: "namespaceObject.metadata.?labels[?'example.com/tier'].orValue('') == 'gold'" }],
  }),
  'CEL with a condition on the key': manifestOf('ValidatingAdmissionPolicy', 'admissionregistration.k8s.io', {
    matchConditions: [{ name: 'tier', expression: "'example.com/tier' in namespaceObject.metadata.labels" }],
  }),
  'CEL with a variable': manifestOf('ValidatingAdmissionPolicy', 'admissionregistration.k8s.io', {
    validations: [{ expression: "variables.labels[?'example.com/tier'].orValue('') == 'gold'" }],
    variables: [{ name: 'labels', expression: 'namespaceObject.metadata.labels' }],
  }),
  'CEL with a search': manifestOf('ValidatingAdmissionPolicy', 'admissionregistration.k8s.io', {
    validations: [{ expression: "namespaceObject.metadata[?'labels'].exists(k, k == 'example.com/tier')" }],
  }),
  'CEL in a gotemplate': templateOf({
    gotemplate: `expression: "namespaceObject.metadata.labels[\\"example.com/tier\\"] != ''"`,
  }),
  'Cilium policy in a gotemplate': templateOf({ gotemplate: `fromEndpoints: [${JSON.stringify(ofCilium)}]` }),
  'Cilium policy': manifestOf('CiliumNetworkPolicy', 'cilium.io', { ingress: [{ fromEndpoints: [ofCilium] }] }),
  'Calico policy': manifestOf('NetworkPolicy', 'projectcalico.org', {
    ingress: [{ source: { namespaceSelector: "example.com/tier == 'gold'" } }],
  }),
  'Gateway listener': manifestOf('Gateway', 'gateway.networking.k8s.io', { listeners: [{ allowedRoutes: list }] }),
  ClusterExternalSecret: manifestOf('ClusterExternalSecret', 'external-secrets.io', { namespaceSelectors: [labels] }),
  AdminNetworkPolicy: manifestOf('AdminNetworkPolicy', 'policy.networking.k8s.io', { subject: { namespaces: labels } }),
  Prometheus: manifestOf('Prometheus', 'monitoring.coreos.com', { ruleNamespaceSelector: labels }),
  ClusterResourceSupervisor: {
    apiVersion: 'hibernation.stakater.com/v1beta1',
    kind: 'ClusterResourceSupervisor',
    metadata,
    spec: {
      namespaces: { labelSelector: { matchExpressions } },
      schedule: { sleepSchedule: '0 20 * * *', wakeSchedule: '0 8 * * *' },
    },
  },
  'IntegrationConfig role': {
    apiVersion: 'tenantoperator.stakater.com/v1beta1',
    kind: 'IntegrationConfig',
    metadata: { ...metadata, namespace: 'multi-tenant-operator' },
    spec: {
      accessControl: {
        rbac: { tenantRoles: { custom: [{ labelSelector: { matchExpressions }, owner: { clusterRoles: ['edit'] } }] } },
      },
    },
  },
};
