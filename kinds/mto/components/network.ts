import { type Emit, emit } from '../../../core/print/shape.ts';
import type { Tree } from '../../../data/tree.ts';
import { type Identity, metaOf, type Site, selectorOf } from './site.ts';

/** What can connect to a component, in addition to the pods of its namespace, and what it connects to. */
export interface Traffic {
  readonly fromMonitoring: boolean;
  /** Ingress controllers can be in any namespace, and on the network of nodes. */
  readonly fromRoutes?: boolean;
  /**
   * A policy can select only pods. A component that connects to the API server or to nodes can therefore connect to
   * everything, or to everything on some ports.
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

/** DNS. On OpenShift, its pods listen on port 5353. */
const names = {
  ports: [53, 5353].flatMap((port) => ['UDP', 'TCP'].map((protocol) => ({ port, protocol }))),
};
