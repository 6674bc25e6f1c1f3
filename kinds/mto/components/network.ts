import { type Emit, emit } from '../../../core/print/shape.ts';
import type { Tree } from '../../../data/tree.ts';
import type { Labels } from '../../../templates/views.ts';
import { type Identity, metaOf, type Program, type Site, selectorOf } from './site.ts';

/** The clients of a component, and the destinations that it connects to. */
export interface Traffic {
  /** Programs, pods that scrape metrics, and ingress controllers, through which users connect. */
  readonly from: readonly (Program | 'monitoring' | 'users')[];
  /**
   * Destination ports at any address, because a policy cannot select nodes or the API server. A list of ports also allows
   * DNS; `nothing` does not.
   */
  readonly reaches: 'everything' | 'nothing' | readonly number[];
}

/** Where API servers listen: 443 and 6443 on most distributions, 8443 on minikube, and 16443 on MicroK8s. */
export const apiServerPorts = [443, 6443, 8443, 16_443];

export function networkPolicy(
  site: Site,
  identity: Identity & { readonly traffic: Traffic; readonly port: number; readonly morePorts?: readonly number[] },
): Emit {
  const { traffic, port, morePorts = [] } = identity;
  const tcp = (ports: readonly number[]) => ports.map((one) => ({ port: one, protocol: 'TCP' }));
  return emit('network-policy', {
    ...metaOf(identity, site.namespace),
    podSelector: { matchLabels: selectorOf(identity) },
    policyTypes: typesOf(traffic.reaches),
    ingress: [
      { from: clients(site, traffic), ports: tcp([port]) },
      ...(morePorts.length > 0 ? [{ ports: tcp(morePorts) }] : []),
    ],
    egress: egress(traffic.reaches),
  });
}

/**
 * Ports for TLS. A policy matches the port of the pod, not of its Service, and ingress controllers often listen on 8443 or
 * 10443.
 */
export const tlsPorts = [443, 8443, 10_443];

export function portOfUrl(url: string): number {
  const [, scheme, port] = /^(https?):\/\/[^/:]+(?::([0-9]+))?/.exec(url) ?? [];
  return port === undefined ? (scheme === 'http' ? 80 : 443) : Number(port);
}

/** A policy for the pods of one Job or CronJob, which nothing connects to. */
export function jobPolicy(identity: Identity, namespace: string, reaches: Traffic['reaches']): Emit {
  return policyOfJobs(identity, { namespace, labels: selectorOf(identity), reaches });
}

/** A policy for all jobs of a program in a namespace. */
export function programPolicy(identity: Identity, namespace: string, reaches: Traffic['reaches']): Emit {
  return policyOfJobs(identity, { namespace, labels: { 'app.kubernetes.io/name': identity.app }, reaches });
}

interface Jobs {
  readonly namespace: string;
  readonly labels: Labels;
  readonly reaches: Traffic['reaches'];
}

function policyOfJobs(identity: Identity, { namespace, labels, reaches }: Jobs): Emit {
  return emit('network-policy', {
    ...metaOf(identity, namespace),
    podSelector: { matchLabels: labels },
    policyTypes: typesOf(reaches),
    ingress: [],
    egress: egress(reaches),
  });
}

function typesOf(reaches: Traffic['reaches']): readonly string[] {
  return reaches === 'everything' ? ['Ingress'] : ['Egress', 'Ingress'];
}

function egress(reaches: Traffic['reaches']): readonly Tree[] {
  if (reaches === 'everything' || reaches === 'nothing') return [];
  const ports = [...new Set(reaches)].sort((a, b) => a - b);
  return [{ ports: ports.map((port) => ({ port, protocol: 'TCP' })) }, dns];
}

/** The peers that can connect. Undefined if everything can connect. */
function clients(
  { ingressControllers, monitoringNamespace, otherNamespaces }: Site,
  { from }: Traffic,
): readonly Tree[] | undefined {
  const isPublished = from.includes('users');
  if (isPublished && ingressControllers === undefined) return undefined;
  const programs = from.filter((one) => one !== 'monitoring' && one !== 'users');
  const others = programs.flatMap((program) =>
    (otherNamespaces[program] ?? []).map((name) => ({ ...inNamespace(name), ...podsOf([program]) })),
  );
  const isMonitored = from.includes('monitoring') && monitoringNamespace !== undefined;
  return [
    ...(programs.length > 0 ? [podsOf(programs)] : []),
    ...others,
    ...(isMonitored ? [inNamespace(monitoringNamespace)] : []),
    ...(isPublished ? (ingressControllers ?? []) : []),
  ];
}

function podsOf(programs: readonly Program[]): Tree {
  const values = [...programs].sort();
  return { podSelector: { matchExpressions: [{ key: 'app.kubernetes.io/name', operator: 'In', values }] } };
}

function inNamespace(name: string): Tree {
  return { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } };
}

/** Egress to DNS. On OpenShift, DNS pods listen on port 5353. */
const dns = {
  ports: [53, 5353].flatMap((port) => ['UDP', 'TCP'].map((protocol) => ({ port, protocol }))),
};
