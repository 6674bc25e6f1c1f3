import {
  attack,
  certificate,
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

/** Attacks through kinds with an allow list of free fields. */
export const kindAttacks: Readonly<Record<string, TemplateAttack>> = {
  'a scrape class of its choice': attack(monitor({ scrapeClass: value, endpoints: [] }), 'istio-mtls'),
  'an Ingress class of its choice': attack(ingress({ ingressClassName: value, rules: [] }), 'public'),
  'every host of a Gateway': attack(networking('HTTPRoute', { hostnames: scalar }), 'null'),
  'every host of a router': attack(
    { apiVersion: 'route.openshift.io/v1', kind: 'Route', spec: { host: scalar } },
    'null',
  ),
  'every host of a mesh': attack(istio('VirtualService', { hosts: scalar }), 'null'),
  "another tenant's host in a listener": attack(
    networking('Gateway', { listeners: [{ name: 'a', hostname: value }] }),
    'acme.apps.example.com',
  ),
  "another tenant's host in a proxy": attack(
    istio('Gateway', { servers: [{ hosts: [value] }] }),
    'evil/acme.apps.example.com',
  ),
  'a certificate of a proxy': attack(
    istio('Gateway', { servers: [{ hosts: ['evil.apps.example.com'], tls: { credentialName: value } }] }),
    'acme-tls',
  ),
  "another tenant's Service in a mesh": attack(istio('ServiceEntry', { hosts: [value] }), 'web.acme-dev.svc'),
  "another tenant's identity in a mesh": attack(
    certificate({ uris: [value] }),
    'spiffe://cluster.local/ns/acme/sa/default',
  ),
  'a certificate authority': attack(certificate({ isCA: scalar }), 'true'),
  'addresses of a Service': attack(
    { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', endpoints: [{ addresses: [value] }] },
    '10.0.0.12',
  ),
  'a NetworkPolicy of its choice': attack(
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      spec: { egress: [{ to: [{ ipBlock: { cidr: value } }] }] },
    },
    '0.0.0.0/0',
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
};
