import fc from 'fast-check';
import type { AdmissionRequest } from '../../admission/request.ts';
import type { Tree } from '../../data/tree.ts';

const className = fc.constantFrom('fast', 'slow', 'ssd-a', 'nginx', '');
const image = fc.constantFrom(
  'nginx',
  'team/web:1',
  'docker.io/nginx:1',
  'docker.io/library/nginx',
  'ghcr.io/acme/web@sha256:00',
  'ghcr.io/web',
  'quay.io/x/y:2',
  'localhost:5000/x',
  'evil-ghcr.io.example/web',
  'acme/web',
);
const host = fc.constantFrom(
  'acme.example',
  'shop.acme.example',
  'acme.example.evil.example',
  '*.acme.example',
  '*',
  'other.example',
  'xacme-example',
  '',
);
const address = fc.constantFrom('203.0.113.7', '203.0.113.8', '198.51.100.1');
const optional = { requiredKeys: [] as [] };

const container = fc.record({
  name: fc.constant('main'),
  image,
  imagePullPolicy: fc.constantFrom('Always', 'IfNotPresent', 'Never'),
});
const containers = fc.array(container, { maxLength: 2 });
const pod = fc.record(
  {
    containers,
    initContainers: containers,
    ephemeralContainers: containers,
    priorityClassName: className,
    runtimeClassName: className,
    volumes: fc.array(fc.record({ name: fc.constant('v'), image: fc.record({ reference: image }) }), { maxLength: 1 }),
  },
  { requiredKeys: ['containers'] },
);
const hosts = fc.array(fc.record({ host }, optional), { maxLength: 2 });
const ingress = fc.record(
  {
    rules: hosts,
    tls: fc.array(fc.record({ hosts: fc.array(host) }), { maxLength: 1 }),
    defaultBackend: fc.constant({}),
  },
  optional,
);
const service = fc.record(
  {
    type: fc.constantFrom('ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'),
    externalIPs: fc.array(address, { maxLength: 2 }),
  },
  optional,
);

interface Place {
  readonly group: string;
  readonly resource: string;
}

function creations(place: Place, spec: fc.Arbitrary<Tree>, annotations: fc.Arbitrary<Tree> = fc.constant({})) {
  return fc.record({ spec, annotations }).map((one) => ({
    ...place,
    operation: 'CREATE' as const,
    object: { metadata: { name: 'x', annotations: one.annotations }, spec: one.spec },
  }));
}

const user = fc.constantFrom(
  { username: 'ann', groups: ['projectcapsule.dev'] },
  { username: 'system:serviceaccount:acme:robot', groups: ['system:serviceaccounts'] },
);

/** Requests of users and accounts of a tenant, with names from exports and with other names. */
export const admissionRequests: fc.Arbitrary<AdmissionRequest> = fc
  .tuple(
    fc.oneof(
      creations({ group: '', resource: 'pods' }, pod),
      creations(
        { group: '', resource: 'persistentvolumeclaims' },
        fc.record({ storageClassName: className }, optional),
        fc.oneof(
          { weight: 3, arbitrary: fc.constant({}) },
          { weight: 1, arbitrary: className.map((name) => ({ 'volume.beta.kubernetes.io/storage-class': name })) },
        ),
      ),
      // The API server rejects an Ingress with a class in both places, and one with an empty field.
      creations(
        { group: 'networking.k8s.io', resource: 'ingresses' },
        ingress,
        className.map((name) => ({ 'kubernetes.io/ingress.class': name })),
      ),
      creations(
        { group: 'networking.k8s.io', resource: 'ingresses' },
        fc.tuple(ingress, className).map(([spec, name]) => (name === '' ? spec : { ...spec, ingressClassName: name })),
      ),
      creations({ group: '', resource: 'services' }, service),
      creations(
        { group: 'gateway.networking.k8s.io', resource: 'httproutes' },
        fc.record({ hostnames: fc.array(host) }),
      ),
      creations({ group: '', resource: 'events' }, fc.constant({})),
      fc.constant({ operation: 'CONNECT' as const, group: '', resource: 'pods/exec', object: {} }),
    ),
    user,
  )
  .map(([request, requester]) => ({ ...request, user: requester, oldObject: undefined, namespaceObject: undefined }));
