import { asText } from '../../data/as-text.ts';
import { listAt, mappingAt, type Path, type Tree, valueAt } from '../../data/tree.ts';
import type { PodFault } from './pod-fault.ts';
import type { ContainerAt } from './pods.ts';

/** What the level `baseline` forbids [sources: kubernetes-6]. */
export function baselineFaults(pod: Tree, containers: readonly ContainerAt[]): readonly PodFault[] {
  const contexts: readonly Context[] = [
    { at: ['spec', 'securityContext'], context: mappingAt(pod, 'spec', 'securityContext') },
    ...containers.map(({ path, securityContext: context }) => ({ at: [...path, 'securityContext'], context })),
  ];
  return [
    ...hostFaults(pod),
    ...annotationFaults(pod),
    ...contexts.flatMap(contextFaults),
    ...containers.flatMap((one) => [...securityFaults(one, pod), ...portFaults(one), ...handlerFaults(one)]),
  ];
}

interface Context {
  readonly at: Path;
  readonly context: Tree;
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

function hostFaults(pod: Tree): readonly PodFault[] {
  const shared = ['hostNetwork', 'hostPID', 'hostIPC'].map((field) => ({
    path: ['spec', field],
    value: valueAt(pod, 'spec', field),
    expected: 'false',
  }));
  const volumes = listAt(pod, 'spec', 'volumes').map((volume, index) => ({
    path: ['spec', 'volumes', index, 'hostPath'],
    value: valueAt(volume, 'hostPath'),
  }));
  const sysctls = listAt(pod, 'spec', 'securityContext', 'sysctls').map((one, index) => ({
    path: ['spec', 'securityContext', 'sysctls', index, 'name'],
    value: valueAt(one, 'name'),
  }));
  return [
    ...shared.filter(({ value }) => (value ?? false) !== false),
    ...volumes.filter(({ value }) => (value ?? null) !== null),
    ...sysctls.filter(({ value }) => !safeSysctls.includes(asText(value))),
  ];
}

/** AppArmor profiles as older versions of Kubernetes state them. */
function annotationFaults(pod: Tree): readonly PodFault[] {
  const prefix = 'container.apparmor.security.beta.kubernetes.io/';
  return Object.entries(mappingAt(pod, 'metadata', 'annotations'))
    .filter(([key, value]) => key.startsWith(prefix) && !/^(?:runtime\/default|localhost\/.*)?$/s.test(asText(value)))
    .map(([key, value]) => ({ path: ['metadata', 'annotations', key], value }));
}

const profiles = ['', 'RuntimeDefault', 'Localhost'];
const seLinuxTypes = ['', 'container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t'];

/** The fields that pods and containers have in common, each with its allowed values. */
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

function contextFaults({ at, context }: Context): readonly PodFault[] {
  return contextFields.flatMap(([path, allowed]) => {
    const value = valueAt(context, ...path);
    return allowed.includes(asText(value ?? '')) ? [] : [{ path: [...at, ...path], value }];
  });
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

function securityFaults({ path, securityContext }: ContainerAt, pod: Tree): readonly PodFault[] {
  const at = [...path, 'securityContext'];
  const { privileged = null, procMount = null } = securityContext;
  const added = listAt(securityContext, 'capabilities', 'add').flatMap((value, index) =>
    defaultCapabilities.includes(asText(value)) ? [] : [{ path: [...at, 'capabilities', 'add', index], value }],
  );
  const isMasked = (procMount ?? 'Default') === 'Default' || valueAt(pod, 'spec', 'hostUsers') === false;
  return [
    ...((privileged ?? false) === false ? [] : [{ path: [...at, 'privileged'], value: privileged, expected: 'false' }]),
    ...(isMasked ? [] : [{ path: [...at, 'procMount'], value: procMount, expected: 'Default' }]),
    ...added,
  ];
}

function portFaults({ path, container }: ContainerAt): readonly PodFault[] {
  return listAt(container, 'ports').flatMap((port, index) => {
    const value = valueAt(port, 'hostPort') ?? 0;
    return value === 0 ? [] : [{ path: [...path, 'ports', index, 'hostPort'], value }];
  });
}

const handlers: readonly Path[] = [
  ['livenessProbe'],
  ['readinessProbe'],
  ['startupProbe'],
  ['lifecycle', 'postStart'],
  ['lifecycle', 'preStop'],
];

/** Probes and lifecycle hooks run on the node, so a host in them reaches what the pod may not. */
function handlerFaults({ path, container }: ContainerAt): readonly PodFault[] {
  const hosts = handlers
    .filter((handler) => valueAt(container, ...handler) !== undefined)
    .flatMap((handler) => ['httpGet', 'tcpSocket'].map((action) => [...handler, action, 'host']));
  return hosts.flatMap((host) => {
    const value = valueAt(container, ...host) ?? '';
    return value === '' ? [] : [{ path: [...path, ...host], value }];
  });
}
