import { trimEnd } from '../../data/trim-end.ts';
import { claim, creation, ingress, metadata, other, type Probe, pod, service } from './probe.ts';

export interface RuleProbes {
  /** The ID of the rule in the render. */
  readonly id: string;
  readonly probes: readonly Probe[];
}

/** The rules that operators and the render have in common, with their requests. */
const rules: Readonly<Record<string, readonly [id: string, probes: (names: readonly string[]) => readonly Probe[]]>> = {
  'storage classes': ['storage-classes', storageProbes],
  'ingress classes': ['ingress-classes', ingressClassProbes],
  'priority classes': ['priority-classes', (names) => classPods('priority', 'priorityClassName', names)],
  'runtime classes': ['runtime-classes', (names) => classPods('runtime', 'runtimeClassName', names)],
  'gateway classes': ['gateway-classes', gatewayProbes],
  'image registries': ['images', imageProbes],
  'image pull policies': ['pull-policies', pullProbes],
  hosts: ['hosts', hostProbes],
  Services: ['services', serviceProbes],
  'types of Services': ['services', serviceProbes],
  'use of nodes': ['host-access', nodeProbes],
  'service accounts': ['service-accounts', accountProbes],
  'changes while the Tenant is cordoned': ['cordon', cordonProbes],
};

/** The requests for a rule, by its name in models. Undefined if the render has no such rule. */
export function probesOf(rule: string, names: readonly string[]): RuleProbes | undefined {
  const [id, probes] = rules[rule] ?? [];
  return id === undefined || !probes ? undefined : { id, probes: probes([...new Set(names)]) };
}

function storageProbes(names: readonly string[]): readonly Probe[] {
  const old = 'volume.beta.kubernetes.io/storage-class';
  return [
    claim('claims without a class', {}),
    claim('claims with an empty class', { storageClassName: '' }),
    claim('claims of other classes', { storageClassName: other }),
    claim('claims without a class that name a volume of another class', { volumeName: other }),
    ...names.filter((name) => name !== '').map((name) => claim(`claims of class ${name}`, { storageClassName: name })),
    ...[other, ...names].flatMap((name) =>
      [names.find((one) => one !== '') ?? '', other].map((storageClassName) =>
        claim('claims with another class in the old annotation', { storageClassName }, { [old]: name }),
      ),
    ),
  ];
}

function ingressClassProbes(names: readonly string[]): readonly Probe[] {
  const old = 'kubernetes.io/ingress.class';
  return [
    ingress('Ingresses without a class', {}),
    ingress('Ingresses with an empty class', {}, { [old]: '' }),
    ...[other, ...names.filter((name) => name !== '')].flatMap((name) => {
      const text = name === other ? 'Ingresses of other classes' : `Ingresses of class ${name}`;
      return [ingress(text, { ingressClassName: name }), ingress(`${text} in the old annotation`, {}, { [old]: name })];
    }),
  ];
}

function classPods(what: string, field: string, names: readonly string[]): readonly Probe[] {
  return [
    pod(`pods without a ${what} class`, {}),
    pod(`pods of other ${what} classes`, { [field]: other }),
    ...names.filter((name) => name !== '').map((name) => pod(`pods of ${what} class ${name}`, { [field]: name })),
  ];
}

function gatewayProbes(names: readonly string[]): readonly Probe[] {
  const gateway = (text: string, gatewayClassName: string) =>
    creation(text, 'gateway.networking.k8s.io', 'gateways', { metadata: metadata(), spec: { gatewayClassName } });
  return [
    gateway('Gateways of other classes', other),
    ...names.filter((name) => name !== '').map((name) => gateway(`Gateways of class ${name}`, name)),
  ];
}

function imageProbes(names: readonly string[]): readonly Probe[] {
  const known = names.filter((name) => name !== '').map((name) => trimEnd(name, /\//));
  const images = (text: string, ...all: readonly string[]) =>
    ['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) =>
      all.map((image) => pod(text, { [list]: [{ name: 'probe', image }] })),
    );
  const volume = (text: string, registry: string) =>
    pod(text, { volumes: [{ name: 'files', image: { reference: `${registry}/files:1` } }] });
  return [
    ...images('images without a registry', 'app:1', 'library/app:1', 'team/app:1'),
    ...images('images of other registries', `${other}.example/app:1`, `${other}.example:5000/team/app@sha256:00`),
    ...[...new Set(['docker.io', ...known])].flatMap((name) =>
      images(`images of ${name}`, `${name}/app:1`, `${name}/team/app:1`),
    ),
    volume('image volumes of other registries', `${other}.example`),
    ...known.map((name) => volume(`image volumes of ${name}`, name)),
  ];
}

function pullProbes(): readonly Probe[] {
  return ['Always', 'IfNotPresent', 'Never'].flatMap((policy) =>
    ['containers', 'initContainers', 'ephemeralContainers'].map((list) =>
      pod(`pull policy ${policy}`, { [list]: [{ name: 'probe', imagePullPolicy: policy }] }),
    ),
  );
}

function hostProbes(names: readonly string[]): readonly Probe[] {
  const rule = (text: string, ...hosts: readonly string[]) => ingress(text, { rules: hosts.map((host) => ({ host })) });
  const wild = `*.${other}.example`;
  const route = { metadata: metadata(), spec: { hostnames: [wild] } };
  return [
    rule('hosts that are not listed', `${other}.example`),
    rule('hosts with a wildcard', wild),
    ingress('Ingresses with a rule without a host', { rules: [{}] }),
    ...names.flatMap((name) => hostsOf(name).map(([text, host]) => rule(text, host))),
    ingress('default backends', { defaultBackend: {} }),
    ingress('other hosts in the TLS section of an Ingress', { tls: [{ hosts: [`${other}.example`, wild] }] }),
    creation(
      'wildcards and unlisted hosts in routes and Gateways and in annotations of external-dns',
      'gateway.networking.k8s.io',
      'httproutes',
      route,
    ),
    ingress('annotations that configure a proxy', {}, { 'nginx.ingress.kubernetes.io/server-alias': 'x' }),
  ];
}

/** The host, hosts that contain it, and the host without a wildcard. */
function hostsOf(name: string): readonly (readonly [text: string, host: string])[] {
  const host = name.toLowerCase().replace(/^\.+/, '');
  if (host === '') return [];
  const plain = host.replace(/^\*\./, '');
  return [
    [`host ${host}`, host],
    [`hosts below ${host}`, `sub.${host}`],
    [`hosts that start with ${host}`, `${host}.${other}.example`],
    [`host ${plain}`, plain],
  ];
}

function serviceProbes(addresses: readonly string[]): readonly Probe[] {
  const known = addresses.map((address) => address.split('/')[0] ?? '');
  return [
    ...typeProbes(),
    service('external addresses that are not listed', { externalIPs: ['192.0.2.255'] }),
    ...known.flatMap((address) => [
      service(`external address ${address}`, { externalIPs: [address] }),
      service(`external addresses near ${address}`, { externalIPs: [neighborOf(address)] }),
    ]),
  ];
}

function typeProbes(): readonly Probe[] {
  return ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'].map((type) => service(`type ${type}`, { type }));
}

function nodeProbes(): readonly Probe[] {
  const ports = [{ containerPort: 80, hostPort: 80 }];
  return [
    ...['containers', 'initContainers'].map((list) =>
      pod('ports of the node', { [list]: [{ name: 'probe', image: 'probe', ports }] }),
    ),
    pod('the network of the node', { hostNetwork: true }),
  ];
}

function accountProbes(names: readonly string[]): readonly Probe[] {
  const as = (name: string) => pod(`pods that run as ${name}`, { serviceAccountName: name });
  return [pod('pods that name no service account', {}), as(other), as('default'), ...names.map(as)];
}

/** The address with a different last digit. */
function neighborOf(address: string): string {
  return address.replace(/[0-9a-f]$/i, (last) => (last === '7' ? '6' : '7'));
}

function cordonProbes(): readonly Probe[] {
  const { request } = pod('', {});
  const robot = { username: 'system:serviceaccount:acme:robot', groups: ['system:serviceaccounts'] };
  return [
    { text: 'changes by users', request },
    { text: 'changes by accounts that the operator does not limit', request: { ...request, user: robot } },
    { text: 'subresources such as exec', request: { ...request, operation: 'CONNECT', resource: 'pods/exec' } },
    { text: 'Events', request: { ...request, resource: 'events' } },
  ];
}
