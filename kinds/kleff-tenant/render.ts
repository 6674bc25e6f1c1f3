import { type Emit, emit } from '../../core/render/shape.ts';
import type { Labels, MetaView, Tree } from '../../templates/views.ts';
import type { ResolvedTenant } from './resolve.ts';

/** The namespace and what bounds it [tenancy-kinds 2.4]. */
export function render(tenant: ResolvedTenant): readonly Emit[] {
  return [namespace(tenant), quota(tenant), limits(tenant), ...networkPolicies(tenant)];
}

function meta({ userId, name }: ResolvedTenant, own: string): MetaView {
  return { name: own, namespace: userId, labels: { 'kleff.io/tenant': name }, annotations: {} };
}

const removalOptions = {
  confirm: 'Prune=confirm,Delete=confirm',
  prune: undefined,
  retain: 'Prune=false,Delete=false',
} as const;

function namespace(tenant: ResolvedTenant): Emit {
  const options = removalOptions[tenant.removal];
  const annotations: Labels = {
    'kleff.io/tenant-namespace': tenant.ownerNamespace,
    ...(options === undefined ? {} : { 'argocd.argoproj.io/sync-options': options }),
  };
  return emit('namespace', { name: tenant.userId, namespace: '', labels: namespaceLabels(tenant), annotations });
}

function namespaceLabels({ mesh, name, planName, username, kubernetes }: ResolvedTenant): Labels {
  return {
    'istio-injection': mesh === 'none' ? 'disabled' : 'enabled',
    'kleff.io/tenant': name,
    'kleff.io/tenant-plan': planName,
    'kleff.io/tenant-username': username,
    'pod-security.kubernetes.io/enforce': 'restricted',
    'pod-security.kubernetes.io/enforce-version': `v${kubernetes}`,
    'pod-security.kubernetes.io/warn': 'restricted',
  };
}

function quota(tenant: ResolvedTenant): Emit {
  const { requests, limits, pods, volumes, storage, loadBalancers } = tenant.plan;
  const hard = {
    'limits.cpu': text(limits.cpu),
    'limits.memory': text(limits.memory),
    persistentvolumeclaims: text(volumes),
    pods: text(pods),
    'requests.cpu': text(requests.cpu),
    'requests.memory': text(requests.memory),
    'requests.storage': text(storage),
    'services.loadbalancers': text(loadBalancers),
    'services.nodeports': '0',
  };
  return emit('resource-quota', { ...meta(tenant, 'kleff-plan-quota'), hard });
}

/** The API server stores quantities as text; printed otherwise, every sync would show a difference. */
function text(quantity: string | number): string {
  return String(quantity);
}

function limits(tenant: ResolvedTenant): Emit {
  const { defaultRequest, default: standard, max } = tenant.plan.container;
  const limit = { default: texts(standard), defaultRequest: texts(defaultRequest), max: texts(max), type: 'Container' };
  return emit('limit-range', { ...meta(tenant, 'kleff-plan-limits'), limits: [limit] });
}

function texts({ cpu, memory }: { readonly cpu: string | number; readonly memory: string | number }): Tree {
  return { cpu: text(cpu), memory: text(memory) };
}

/** Nothing in or out, but DNS and the tenant's own namespace. */
function networkPolicies(tenant: ResolvedTenant): readonly Emit[] {
  const everyPod = { podSelector: {} };
  const own = [{ podSelector: {} }];
  const both = ['Ingress', 'Egress'];
  const policy = (name: string, policyTypes: readonly string[], ingress: readonly Tree[], egress: readonly Tree[]) =>
    emit('network-policy', { ...meta(tenant, name), ...everyPod, policyTypes, ingress, egress });
  return [
    policy('default-deny', both, [], []),
    policy('allow-dns', ['Egress'], [], dnsEgress),
    policy('allow-same-namespace', both, [{ from: own }], [{ to: own }]),
  ];
}

const dnsEgress = [
  {
    ports: [
      { port: 53, protocol: 'UDP' },
      { port: 53, protocol: 'TCP' },
    ],
    to: [
      {
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
        podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } },
      },
    ],
  },
];
