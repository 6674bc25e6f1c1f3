import {
  attack,
  certificate,
  claim,
  ingress,
  monitor,
  networking,
  nodeAffinity,
  pod,
  type TemplateAttack,
  value,
} from './attack-objects.ts';

const nfs = [{ name: 'data', nfs: { server: 'nfs.example.com', path: '/tenants' } }];

/** Attacks through Templates whose parameter is a part of a reference that the platform wrote. */
export const referenceAttacks: Readonly<Record<string, TemplateAttack>> = {
  'nodes selected by values of affinity': attack(
    pod(nodeAffinity([{ key: 'example.com/pool', operator: 'In', values: [value] }])),
    'acme',
  ),
  'nodes selected by the operator of affinity': attack(
    pod(nodeAffinity([{ key: 'node-role.kubernetes.io/control-plane', operator: value }])),
    'Exists',
  ),
  "nodes without another tenant's pods": attack(
    pod({
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            {
              topologyKey: 'kubernetes.io/hostname',
              namespaceSelector: {},
              labelSelector: { matchLabels: { app: value } },
            },
          ],
        },
      },
    }),
    'web',
  ),
  "another tenant's folder of a volume, in a variable": attack(
    pod({
      volumes: nfs,
      containers: [
        {
          name: 'c',
          image: 'i',
          env: [{ name: 'FOLDER', value }],
          volumeMounts: [{ name: 'data', mountPath: '/data', subPathExpr: '$(FOLDER)' }],
        },
      ],
    }),
    'acme',
  ),
  "another tenant's Service as a backend of a route": attack(
    networking('HTTPRoute', {
      hostnames: ['evil.apps.example.com'],
      rules: [{ backendRefs: [{ namespace: 'tenants', name: value, port: 80 }] }],
    }),
    'acme',
  ),
  'targets of a monitor of all namespaces': attack(
    monitor({ namespaceSelector: { any: true }, selector: { matchLabels: { app: value } }, endpoints: [] }),
    'acme',
  ),
  "another tenant's snapshot of a volume": attack(
    claim({
      dataSourceRef: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', namespace: 'tenants', name: value },
    }),
    'acme-data',
  ),
  'a certificate for a host of the platform, without its name': attack(
    ingress({ rules: [{ host: 'shared.example.com' }], tls: [{ secretName: value }] }),
    'own-tls',
  ),
  'several hosts in one name of a certificate': attack(
    { ...certificate({ dnsNames: [value] }), metadata: { namespace: 'evil' } },
    'acme.apps.example.com,x.evil.svc',
  ),
  'another Windows account': attack(
    pod({ securityContext: { windowsOptions: { gmsaCredentialSpecName: value } } }),
    'acme',
  ),
  "fields of the platform's key, by a name in a template": attack(
    {
      apiVersion: 'external-secrets.io/v1',
      kind: 'ExternalSecret',
      spec: {
        secretStoreRef: { name: 'vault' },
        target: { template: { data: { url: '{{ .host }}' } } },
        data: [{ secretKey: value, remoteRef: { key: 'platform/db', property: 'password' } }],
      },
    },
    'host',
  ),
};
