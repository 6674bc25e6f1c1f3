import { type Emit, emit } from '../../../core/print/shape.ts';
import type { PodSelection } from '../../../core/settings/kleff.ts';
import type { Tree } from '../../../data/tree.ts';
import { isolationMeta } from './meta.ts';
import type { ResolvedKleffTenant } from './resolve.ts';

/**
 * Denies all traffic except DNS, the tenant's own namespace and what the Platform allows [sources: kubernetes-1]. Every isolated
 * namespace has the same four policies. A change of what is allowed therefore never removes a policy, which Argo CD would not
 * prune.
 */
export function networkPolicies(tenant: ResolvedKleffTenant): readonly Emit[] {
  return [
    policy(tenant, 'default-deny', defaultDeny),
    policy(tenant, 'allow-dns', tenant.network.openShift ? allowOpenShiftDns : allowDns),
    policy(tenant, 'allow-same-namespace', allowSameNamespace),
    policy(tenant, 'allow-platform', platformTraffic(tenant)),
  ];
}

function platformTraffic({ injected, network }: ResolvedKleffTenant): Spec {
  const from = network.sources.map(peerOf);
  return denyExcept({
    ingress: from.length === 0 ? [] : [{ from }],
    egress: [...(injected ? [istiod] : []), ...(network.internet ? [{ to: publicAddresses }] : [])],
  });
}

interface Directions {
  readonly ingress?: readonly Tree[];
  readonly egress?: readonly Tree[];
}

/** Denies a direction that has a list, even an empty one, except for the items of the list. */
function denyExcept({ ingress, egress }: Directions) {
  const policyTypes = [...(ingress ? ['Ingress'] : []), ...(egress ? ['Egress'] : [])];
  return { podSelector: {}, policyTypes, ingress: ingress ?? [], egress: egress ?? [] };
}

type Spec = ReturnType<typeof denyExcept>;

function policy(tenant: ResolvedKleffTenant, name: string, spec: Spec): Emit {
  return emit('network-policy', Object.assign(isolationMeta(tenant, name), spec));
}

function peerOf({ namespace, selector }: PodSelection): Tree {
  return selector ? { ...inNamespace(namespace), podSelector: { matchLabels: selector } } : inNamespace(namespace);
}

/** Selects a namespace by the label that only the API server can set. */
function inNamespace(name: string): Tree {
  return { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } };
}

const everyPod = [{ podSelector: {} }];

const protocols = ['UDP', 'TCP'];
const dnsPorts = protocols.map((protocol) => ({ port: 53, protocol }));
const nodeLocalDns = { ipBlock: { cidr: '169.254.20.10/32' } };
const dnsServers = [
  { ...inNamespace('kube-system'), podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } },
  nodeLocalDns,
];

/** A policy matches the port of the pod. The DNS pods of OpenShift listen on a different port than their Service. */
const openShiftDns = {
  ports: protocols.map((protocol) => ({ port: 5353, protocol })),
  to: [inNamespace('openshift-dns')],
};

/** Sidecars fetch certificates and configuration here. Without access, injected pods never become ready. */
const istiod = {
  ports: [{ port: 15012, protocol: 'TCP' }],
  to: [{ ...inNamespace('istio-system'), podSelector: { matchLabels: { app: 'istiod' } } }],
};

/**
 * All addresses except private, shared and link-local ranges, which contain nodes, other tenants' pods, and the cloud's metadata
 * service.
 */
const publicAddresses = [
  {
    ipBlock: {
      cidr: '0.0.0.0/0',
      except: ['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
    },
  },
  { ipBlock: { cidr: '::/0', except: ['fc00::/7', 'fe80::/10'] } },
];

const defaultDeny = denyExcept({ ingress: [], egress: [] });
const dnsRule = { ports: dnsPorts, to: dnsServers };
const allowDns = denyExcept({ egress: [dnsRule] });
const allowOpenShiftDns = denyExcept({ egress: [dnsRule, openShiftDns] });
const allowSameNamespace = denyExcept({ ingress: [{ from: everyPod }], egress: [{ to: everyPod }] });
