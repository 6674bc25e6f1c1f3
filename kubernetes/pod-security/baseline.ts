import { asText } from '../../data/as-text.ts';
import { listAt, mappingAt, type Path, type Tree, valueAt } from '../../data/tree.ts';
import type { PodViolation } from './pod-violation.ts';
import type { ContainerAt } from './pods.ts';

/** What the level `baseline` forbids [sources: kubernetes-6]. */
export function baselineViolations(pod: Tree, containers: readonly ContainerAt[]): readonly PodViolation[] {
  const hasUserNamespace = valueAt(pod, 'spec', 'hostUsers') === false;
  const ofContainers = containers.flatMap(({ path, container }) =>
    fieldViolations(container, hasUserNamespace).map((violation) => below(path, violation)),
  );
  const ofPod = fieldViolations(mappingAt(pod, 'spec'), hasUserNamespace).map((violation) =>
    below(['spec'], violation),
  );
  return [...ofPod, ...annotationViolations(pod), ...ofContainers];
}

/**
 * The forbidden fields of one mapping: a container, or the spec of a pod. One function checks both, because every field that
 * occurs in both has the same meaning.
 */
export function fieldViolations(node: Tree, hasUserNamespace: boolean): readonly PodViolation[] {
  const context = mappingAt(node, 'securityContext');
  const ofContext = [...contextViolations(context), ...securityViolations(context, hasUserNamespace)];
  return [
    ...hostViolations(node),
    ...ofContext.map((violation) => below(['securityContext'], violation)),
    ...portViolations(node),
    ...handlerViolations(node),
  ];
}

function below(at: Path, violation: PodViolation): PodViolation {
  return { ...violation, path: [...at, ...violation.path] };
}

const safeSysctls = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ping_group_range',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_notsent_lowat',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_slow_start_after_idle',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.tcp_wmem',
];

function hostViolations(spec: Tree): readonly PodViolation[] {
  const shared = ['hostNetwork', 'hostPID', 'hostIPC'].map((field) => ({
    path: [field],
    value: spec[field],
    expected: 'false',
  }));
  const volumes = listAt(spec, 'volumes').map((volume, index) => ({
    path: ['volumes', index, 'hostPath'],
    value: valueAt(volume, 'hostPath'),
  }));
  return [
    ...shared.filter(({ value }) => (value ?? false) !== false),
    ...volumes.filter(({ value }) => (value ?? null) !== null),
  ];
}

/** AppArmor profiles in the form of older versions of Kubernetes. */
function annotationViolations(pod: Tree): readonly PodViolation[] {
  const prefix = 'container.apparmor.security.beta.kubernetes.io/';
  return Object.entries(mappingAt(pod, 'metadata', 'annotations'))
    .filter(([key, value]) => key.startsWith(prefix) && !/^(?:runtime\/default|localhost\/.*)?$/s.test(asText(value)))
    .map(([key, value]) => ({ path: ['metadata', 'annotations', key], value }));
}

const profiles = ['', 'RuntimeDefault', 'Localhost'];
const seLinuxTypes = ['', 'container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t'];

/** The fields that the security contexts of pods and containers have in common, each with its allowed values. */
const contextFields: readonly (readonly [path: Path, allowed: readonly string[]])[] = [
  [['appArmorProfile', 'type'], profiles],
  [['seccompProfile', 'type'], profiles],
  [['seLinuxOptions', 'type'], seLinuxTypes],
  [['seLinuxOptions', 'user'], ['']],
  [['seLinuxOptions', 'role'], ['']],
  [
    ['windowsOptions', 'hostProcess'],
    ['', 'false'],
  ],
];

function contextViolations(context: Tree): readonly PodViolation[] {
  const fields = contextFields.flatMap(([path, allowed]) => {
    const value = valueAt(context, ...path);
    return allowed.includes(asText(value ?? '')) ? [] : [{ path, value }];
  });
  const sysctls = listAt(context, 'sysctls').map((one, index) => ({
    path: ['sysctls', index, 'name'],
    value: valueAt(one, 'name'),
  }));
  return [...fields, ...sysctls.filter(({ value }) => !safeSysctls.includes(asText(value)))];
}

const defaultCapabilities = [
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
];

function securityViolations(context: Tree, hasUserNamespace: boolean): readonly PodViolation[] {
  const { privileged = null, procMount = null } = context;
  const added = listAt(context, 'capabilities', 'add').flatMap((value, index) =>
    defaultCapabilities.includes(asText(value)) ? [] : [{ path: ['capabilities', 'add', index], value }],
  );
  const isMasked = (procMount ?? 'Default') === 'Default' || hasUserNamespace;
  return [
    ...((privileged ?? false) === false ? [] : [{ path: ['privileged'], value: privileged, expected: 'false' }]),
    ...(isMasked ? [] : [{ path: ['procMount'], value: procMount, expected: 'Default' }]),
    ...added,
  ];
}

function portViolations(container: Tree): readonly PodViolation[] {
  return listAt(container, 'ports').flatMap((port, index) => {
    const value = valueAt(port, 'hostPort') ?? 0;
    return value === 0 ? [] : [{ path: ['ports', index, 'hostPort'], value }];
  });
}

const handlers: readonly Path[] = [
  ['livenessProbe'],
  ['readinessProbe'],
  ['startupProbe'],
  ['lifecycle', 'postStart'],
  ['lifecycle', 'preStop'],
];

/** HTTP and TCP probes and lifecycle hooks run on the node, so a host in them can reach addresses that the pod cannot. */
function handlerViolations(container: Tree): readonly PodViolation[] {
  const hosts = handlers
    .filter((handler) => valueAt(container, ...handler) !== undefined)
    .flatMap((handler) => ['httpGet', 'tcpSocket'].map((action) => [...handler, action, 'host']));
  return hosts.flatMap((host) => {
    const value = valueAt(container, ...host) ?? '';
    return value === '' ? [] : [{ path: host, value }];
  });
}
