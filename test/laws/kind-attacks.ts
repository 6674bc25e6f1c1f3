import {
  attack,
  certificate,
  config,
  ingress,
  istio,
  monitor,
  networking,
  pod,
  scalar,
  type TemplateAttack,
  value,
  workflow,
} from './attack-objects.ts';
import { referenceAttacks } from './reference-attacks.ts';

function policy(spec: object): object {
  return { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', spec };
}

function quota(spec: object): object {
  return { apiVersion: 'v1', kind: 'ResourceQuota', spec };
}

function rbac(kind: string): object {
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind };
}

function binding(subjects: readonly object[]): object {
  return { ...rbac('RoleBinding'), roleRef: { kind: 'ClusterRole', name: 'view' }, subjects };
}

/** Attacks through Templates with monitors, routes, certificates, policies, roles, workflows and other kinds. */
export const kindAttacks: Readonly<Record<string, TemplateAttack>> = {
  'a scrape class of its choice': attack(monitor({ scrapeClass: value, endpoints: [] }), 'istio-mtls'),
  'a label that replaces the namespace of metrics': attack(
    monitor({ targetLabels: [value], endpoints: [] }),
    'namespace',
  ),
  'a pod label that replaces the namespace of metrics': attack(
    {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'PodMonitor',
      spec: { podTargetLabels: [value], podMetricsEndpoints: [] },
    },
    'namespace',
  ),
  'an object of another kind from a store': attack(
    {
      apiVersion: 'external-secrets.io/v1',
      kind: 'ExternalSecret',
      spec: { secretStoreRef: { name: 'vault' }, target: { manifest: { apiVersion: 'v1', kind: value } } },
    },
    'ResourceQuota',
  ),
  'a metric of another system': attack(
    {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      spec: { metrics: [{ type: 'External', external: { metric: { name: value } } }] },
    },
    'acme-queue-length',
  ),
  'a controller for a Job': attack(
    { apiVersion: 'batch/v1', kind: 'Job', spec: { managedBy: value } },
    'kueue.x-k8s.io/multikueue',
  ),
  'a certificate from a signer of the cluster': attack(
    pod({ volumes: [{ name: 'x', projected: { sources: [{ podCertificate: { signerName: value } }] } }] }),
    'example.com/acme',
  ),
  'an Ingress class of its choice': attack(ingress({ ingressClassName: value, rules: [] }), 'public'),
  'every host of a Gateway': attack(networking('HTTPRoute', { hostnames: scalar }), 'null'),
  'every host of an OpenShift router': attack(
    { apiVersion: 'route.openshift.io/v1', kind: 'Route', spec: { host: scalar } },
    'null',
  ),
  'every host of a mesh': attack(istio('VirtualService', { hosts: scalar }), 'null'),
  "another tenant's host in a listener": attack(
    networking('Gateway', { listeners: [{ name: 'a', hostname: value }] }),
    'acme.apps.example.com',
  ),
  "another tenant's host in a mesh gateway": attack(
    istio('Gateway', { servers: [{ hosts: [value] }] }),
    'evil/acme.apps.example.com',
  ),
  'a certificate of a mesh gateway': attack(
    istio('Gateway', { servers: [{ hosts: ['evil.apps.example.com'], tls: { credentialName: value } }] }),
    'acme-tls',
  ),
  "another tenant's Service in a mesh": attack(istio('ServiceEntry', { hosts: [value] }), 'web.acme-dev.svc'),
  "another tenant's identity in a mesh": attack(
    certificate({ uris: [value] }),
    'spiffe://cluster.local/ns/acme/sa/default',
  ),
  "another tenant's Service as the destination of a route": attack(
    networking('HTTPRoute', {
      hostnames: ['evil.apps.example.com'],
      rules: [{ backendRefs: [{ group: 'networking.istio.io', kind: 'Hostname', name: value }] }],
    }),
    'web.acme-dev.svc.cluster.local',
  ),
  "another tenant's Azure identity": attack(
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      spec: { template: { metadata: { labels: { aadpodidbinding: value } } } },
    },
    'acme',
  ),
  'a data source of Grafana': attack(config({ labels: { grafana_datasource: value } }), '1'),
  'a route of HAProxy, with a key without a prefix': attack(
    ingress({ rules: [{ host: 'evil.apps.example.com' }] }, { 'route-acl': value }),
    'hdr(host) acme.apps.example.com',
  ),
  'a certificate authority': attack(certificate({ isCA: scalar }), 'true'),
  'addresses of an EndpointSlice': attack(
    { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', endpoints: [{ addresses: [value] }] },
    '10.0.0.12',
  ),
  'a NetworkPolicy of its choice': attack(policy({ egress: [{ to: [{ ipBlock: { cidr: value } }] }] }), '0.0.0.0/0'),
  'an open NetworkPolicy': attack(policy({ podSelector: {}, ingress: [{ from: scalar }] }), 'null'),
  'a NetworkPolicy that does not select the pods': attack(
    policy({ podSelector: { matchLabels: { app: value } } }),
    'none',
  ),
  'an amount of a ResourceQuota': attack(quota({ hard: { pods: value } }), '10000'),
  'a ResourceQuota without amounts': attack(quota({ hard: scalar }), 'null'),
  'a subject of a RoleBinding': attack(binding([{ kind: 'User', name: value }]), 'mallory'),
  "another tenant's ServiceAccount in a RoleBinding": attack(
    binding([{ kind: 'ServiceAccount', name: 'a', namespace: value }]),
    'acme-dev',
  ),
  'resources of a Role': attack(
    { ...rbac('Role'), rules: [{ apiGroups: [''], resources: [value], verbs: ['get'] }] },
    'secrets',
  ),
  'a privileged pod of a workflow': attack(
    workflow({ templates: [{ name: 'a', container: { securityContext: { privileged: scalar } } }] }),
    'true',
  ),
  'a patch for the pods of a workflow': attack(workflow({ podSpecPatch: value }), '{"hostPID":true}'),
  'a volume of a CSI driver': attack(
    pod({ volumes: [{ name: 'x', csi: { driver: 'nfs.csi.k8s.io', volumeAttributes: { share: value } } }] }),
    '/acme',
  ),
  ...referenceAttacks,
};
