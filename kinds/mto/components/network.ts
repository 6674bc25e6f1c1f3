import { type Emit, emit } from '../../../core/print/shape.ts';
import type { Tree } from '../../../data/tree.ts';
import { type Identity, metaOf, type Site, selectorOf } from './site.ts';

/** Who can reach a component beside the pods of its namespace, and what it reaches. */
export interface Traffic {
  readonly fromMonitoring: boolean;
  /** Ingress controllers can be in any namespace, and on the network of nodes. */
  readonly fromRoutes?: boolean;
  /**
   * A policy can select pods only, so a component that reaches the API server or nodes reaches everything, or everything
   * with one of some ports.
   */
  readonly reaches: 'everything' | 'nothing' | 'its-namespace' | readonly number[];
}

export function networkPolicy(
  site: Site,
  identity: Identity & { readonly traffic: Traffic; readonly port: number },
): Emit {
  const { traffic, port } = identity;
  return emit('network-policy', {
    ...metaOf(identity, site.namespace),
    podSelector: { matchLabels: selectorOf(identity) },
    policyTypes: traffic.reaches === 'everything' ? ['Ingress'] : ['Egress', 'Ingress'],
    ingress: [{ from: traffic.fromRoutes ? undefined : clients(site, traffic), ports: [{ port, protocol: 'TCP' }] }],
    egress: egress(traffic),
  });
}

function egress({ reaches }: Traffic): readonly Tree[] {
  if (reaches === 'everything' || reaches === 'nothing') return [];
  if (reaches === 'its-namespace') return [{ to: [{ podSelector: {} }] }, names];
  return [{ ports: reaches.map((port) => ({ port, protocol: 'TCP' })) }, names];
}

function clients({ monitoringNamespace }: Site, { fromMonitoring }: Traffic): readonly Tree[] {
  const name = fromMonitoring ? monitoringNamespace : undefined;
  const monitoring = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } };
  return [{ podSelector: {} }, ...(name === undefined ? [] : [monitoring])];
}

/** DNS, whose pods have the port 5353 on OpenShift. */
const names = {
  ports: [53, 5353].flatMap((port) => ['UDP', 'TCP'].map((protocol) => ({ port, protocol }))),
};
