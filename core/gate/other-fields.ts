import { leavesOf } from '../../data/leaves.ts';
import type { Tree } from '../../data/tree.ts';
import { leafUse, type ObjectUse, partUses } from './field-uses.ts';

const podFields = [
  'spec.minReadySeconds',
  'spec.replicas',
  'spec.revisionHistoryLimit',
  'spec.selector',
  'spec.template',
];
const routeFields = [
  'spec.hostnames',
  'spec.rules.backendRefs.name',
  'spec.rules.backendRefs.port',
  'spec.rules.backendRefs.weight',
];

/**
 * For kinds that only the author of a Template can choose: the fields that need no permission. Their effect is limited to the
 * namespace, or another rule checks them, as for fields of pods and hosts.
 */
const freeFields: ReadonlyMap<string, readonly string[]> = new Map([
  ['Application.argoproj.io', ['spec.source', 'spec.sources']],
  [
    'Certificate.cert-manager.io',
    [
      'spec.commonName',
      'spec.dnsNames',
      'spec.duration',
      'spec.ipAddresses',
      'spec.literalSubject',
      'spec.privateKey',
      'spec.renewBefore',
      'spec.secretName',
      'spec.uris',
    ],
  ],
  ['DNSEndpoint.externaldns.k8s.io', ['spec.endpoints.dnsName']],
  ['DaemonSet.apps', [...podFields, 'spec.updateStrategy']],
  ['GRPCRoute.gateway.networking.k8s.io', routeFields],
  ['Gateway.gateway.networking.k8s.io', ['spec.listeners.hostname']],
  ['Gateway.networking.istio.io', ['spec.servers.hosts']],
  ['HTTPProxy.projectcontour.io', ['spec.virtualhost.fqdn']],
  ['HTTPRoute.gateway.networking.k8s.io', routeFields],
  ['ListenerSet.gateway.networking.k8s.io', ['spec.listeners.hostname']],
  [
    'PodMonitor.monitoring.coreos.com',
    ['spec.jobLabel', 'spec.podMetricsEndpoints', 'spec.sampleLimit', 'spec.selector'],
  ],
  ['ReplicaSet.apps', podFields],
  ['ReplicationController', podFields],
  ['Rollout.argoproj.io', podFields],
  ['Route.route.openshift.io', ['spec.host', 'spec.port.targetPort', 'spec.to.name', 'spec.to.weight']],
  ['SealedSecret.bitnami.com', ['spec.encryptedData']],
  ['TLSRoute.gateway.networking.k8s.io', routeFields],
  ['VirtualService.networking.istio.io', ['spec.hosts']],
  ['XListenerSet.gateway.networking.x-k8s.io', ['spec.listeners.hostname']],
]);

/** Fields that limit what an object of the kind allows. If they are empty, they limit nothing. */
const limitingFields: ReadonlyMap<string, readonly string[]> = new Map([
  ['LimitRange', ['limits', 'max', 'min']],
  ['NetworkPolicy.networking.k8s.io', ['from', 'matchExpressions', 'matchLabels', 'ports', 'to']],
  ['ResourceQuota', ['hard']],
]);

/**
 * The uses of every field of an object, except the free fields of its kind. Null counts: `from: null` in a NetworkPolicy allows
 * all traffic.
 */
export function otherFieldUses(object: Tree, kind: string): readonly ObjectUse[] {
  const { apiVersion: _, kind: _kind, metadata: _metadata, status: _status, ...fields } = object;
  const free = freeFields.get(kind) ?? [];
  const isAround = (field: string) => free.some((one) => one.startsWith(`${field}.`)) && !field.includes('.');
  const isFree = (field: string) => free.some((one) => field === one || field.startsWith(`${one}.`));
  const uses = leavesOf(fields).map((leaf) => leafUse(leaf, limitingFields.get(kind)));
  const parts = Object.entries(fields).flatMap(([field, value]) => partUses(value, [field]));
  return [
    ...uses.filter((use) => !('field' in use && isFree(use.field))),
    ...parts.filter((use) => !('field' in use && (isFree(use.field) || isAround(use.field)))),
  ];
}
