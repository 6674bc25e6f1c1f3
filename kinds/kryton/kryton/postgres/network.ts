import { type Emit, emit } from '../../../../core/print/shape.ts';
import type { Tree } from '../../../../data/tree.ts';
import { partPodLabels, serverLabels } from '../render/meta.ts';
import { omitEmpty } from '../render/omit-empty.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { postgresLabels, postgresMeta } from './meta.ts';

export function services(kryton: ResolvedKryton): readonly Emit[] {
  const { annotations, headless, ports } = kryton.values.postgresql.primary.service;
  const selector = postgresLabels(kryton);
  const port = { name: 'tcp-postgresql', port: ports.postgresql, protocol: 'TCP', targetPort: 'tcp-postgresql' };
  const view = postgresMeta(kryton, kryton.names.database, { annotations });
  const headlessView = postgresMeta(kryton, kryton.names.databaseHeadless, { annotations: headless.annotations });
  return [
    emit('service', { ...view, spec: { ...serviceOptions(kryton, port), selector } }),
    emit('headless-service', { ...headlessView, ports: [port], selector }),
  ];
}

/** Omits fields that apply only to other types of Service, because the API server would reject them. */
function serviceOptions({ values }: ResolvedKryton, port: Tree): Tree {
  const { service } = values.postgresql.primary;
  const { clusterIP, extraPorts, nodePorts, sessionAffinity, sessionAffinityConfig, type } = service;
  const nodePort = type === 'ClusterIP' ? undefined : Number(nodePorts.postgresql) || undefined;
  return {
    clusterIP: (type === 'ClusterIP' && clusterIP) || undefined,
    externalTrafficPolicy: type === 'ClusterIP' ? undefined : service.externalTrafficPolicy,
    ...(type === 'LoadBalancer' ? loadBalancerOptions(service) : {}),
    ports: [{ ...port, nodePort }, ...(extraPorts ?? [])],
    sessionAffinity: sessionAffinity && sessionAffinity !== 'None' ? sessionAffinity : undefined,
    sessionAffinityConfig: omitEmpty(sessionAffinityConfig),
    type,
  };
}

function loadBalancerOptions(service: ResolvedKryton['values']['postgresql']['primary']['service']): Tree {
  const { loadBalancerClass, loadBalancerIP, loadBalancerSourceRanges } = service;
  return {
    loadBalancerClass: loadBalancerClass || undefined,
    loadBalancerIP: loadBalancerIP || undefined,
    loadBalancerSourceRanges: omitEmpty(loadBalancerSourceRanges),
  };
}

export function networkPolicy(kryton: ResolvedKryton): readonly Emit[] {
  const { containerPorts, metrics, primary } = kryton.values.postgresql;
  const { enabled, extraIngress } = primary.networkPolicy;
  if (!enabled) return [];
  const exporter = metrics.enabled ? [{ port: metrics.containerPorts.metrics }] : [];
  const rule = { from: peers(kryton), ports: [{ port: containerPorts.postgresql }, ...exporter] };
  return [
    emit('network-policy', {
      ...postgresMeta(kryton, kryton.names.database),
      egress: egress(kryton),
      ingress: [rule, ...(extraIngress ?? [])],
      podSelector: { matchLabels: postgresLabels(kryton) },
      policyTypes: ['Ingress', 'Egress'],
    }),
  ];
}

/** Who can connect. Undefined if everyone can. Includes the sub-chart's peers, and the server and the backup of the instance. */
function peers(kryton: ResolvedKryton): readonly Tree[] | undefined {
  const { allowExternal, ingressNSMatchLabels, ingressNSPodMatchLabels } =
    kryton.values.postgresql.primary.networkPolicy;
  if (allowExternal) return undefined;
  const pods = (matchLabels: Tree) => ({ podSelector: { matchLabels } });
  const namespaces = omitEmpty(ingressNSMatchLabels);
  const podsThere = omitEmpty(ingressNSPodMatchLabels);
  return [
    pods(postgresLabels(kryton)),
    pods({ [`${kryton.names.database}-client`]: 'true' }),
    pods(serverLabels(kryton)),
    pods(partPodLabels(kryton, 'backup')),
    ...(namespaces ? [{ namespaceSelector: { matchLabels: namespaces }, ...(podsThere ? pods(podsThere) : {}) }] : []),
  ];
}

/** DNS uses port 53, and port 5353 in the pods of OpenShift. */
const dnsPorts = [53, 5353].flatMap((port) => ['UDP', 'TCP'].map((protocol) => ({ port, protocol })));

function egress({ values }: ResolvedKryton): readonly Tree[] {
  const { allowExternalEgress, extraEgress } = values.postgresql.primary.networkPolicy;
  if (allowExternalEgress) return [{}];
  return [{ ports: dnsPorts }, ...(extraEgress ?? [])];
}
