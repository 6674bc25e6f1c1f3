import { listAt, mappingAt, type Path, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { baselineFaults } from './baseline.ts';
import type { PodFault } from './pod-fault.ts';
import { type ContainerAt, containersOf } from './pods.ts';

/**
 * What the Pod Security Standards forbid at a level, by the rules of Kubernetes 1.35 [sources: kubernetes-5, kubernetes-6].
 * The paths are relative to the pod.
 */
export function podSecurityFaults(pod: Tree, level: 'baseline' | 'restricted'): readonly PodFault[] {
  const containers = containersOf(pod);
  const faults = baselineFaults(pod, containers);
  return level === 'baseline' ? faults : [...faults, ...restrictedFaults(pod, containers)];
}

function restrictedFaults(pod: Tree, containers: readonly ContainerAt[]): readonly PodFault[] {
  const isWindows = textAt(pod, 'spec', 'os', 'name') === 'windows';
  const runsInUserNamespace = valueAt(pod, 'spec', 'hostUsers') === false;
  return [
    ...volumeFaults(pod),
    ...containers.flatMap(procMountFault),
    ...(runsInUserNamespace ? [] : [...nonRootFaults(pod, containers), ...rootUserFaults(pod, containers)]),
    ...(isWindows ? [] : [...containers.flatMap(linuxFaults), ...seccompFaults(pod, containers)]),
  ];
}

const volumeTypes = [
  'name',
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

function volumeFaults(pod: Tree): readonly PodFault[] {
  return listAt(pod, 'spec', 'volumes').flatMap((volume, index) =>
    Object.entries(mappingAt(volume))
      .filter(([type, source]) => source !== null && type !== 'hostPath' && !volumeTypes.includes(type))
      .map(([type, value]) => ({ path: ['spec', 'volumes', index, type], value })),
  );
}

function procMountFault({ path, securityContext }: ContainerAt): readonly PodFault[] {
  const value = securityContext['procMount'] ?? 'Default';
  return value === 'Default' ? [] : [{ path: [...path, 'securityContext', 'procMount'], value, expected: 'Default' }];
}

/** Privilege escalation and capabilities, which do not exist on Windows. */
function linuxFaults({ path, securityContext }: ContainerAt): readonly PodFault[] {
  const at = [...path, 'securityContext'];
  const escalation = securityContext['allowPrivilegeEscalation'];
  const drop = valueAt(securityContext, 'capabilities', 'drop');
  const isDropped = Array.isArray(drop) && drop.includes('ALL');
  const added = listAt(securityContext, 'capabilities', 'add');
  const dropPath = [...at, 'capabilities', 'drop'];
  return [
    ...(escalation === false
      ? []
      : [{ path: [...at, 'allowPrivilegeEscalation'], value: escalation ?? undefined, expected: 'false' }]),
    ...(isDropped ? [] : [{ path: dropPath, value: drop ?? undefined, expected: '[ALL]' }]),
    ...added.flatMap((value, index) =>
      value === 'NET_BIND_SERVICE' ? [] : [{ path: [...at, 'capabilities', 'add', index], value }],
    ),
  ];
}

function nonRootFaults(pod: Tree, containers: readonly ContainerAt[]): readonly PodFault[] {
  const ofPod = valueAt(pod, ...podField('runAsNonRoot'));
  const wrong = containers.filter(({ securityContext }) => (securityContext['runAsNonRoot'] ?? ofPod) !== true);
  const faults = wrong.map(({ path, securityContext }) => ({
    path: [...path, 'securityContext', 'runAsNonRoot'],
    value: securityContext['runAsNonRoot'] ?? undefined,
    expected: 'true',
  }));
  const podFault = { path: podField('runAsNonRoot'), value: ofPod, expected: 'true' };
  return (ofPod ?? true) === true ? faults : [podFault, ...faults];
}

function rootUserFaults(pod: Tree, containers: readonly ContainerAt[]): readonly PodFault[] {
  const users = [
    { path: podField('runAsUser'), value: valueAt(pod, ...podField('runAsUser')) },
    ...containers.map(({ path, securityContext }) => ({
      path: [...path, 'securityContext', 'runAsUser'],
      value: securityContext['runAsUser'],
    })),
  ];
  return users.filter(({ value }) => value === 0);
}

const profiles = ['RuntimeDefault', 'Localhost'];

/**
 * Containers without a seccomp profile of their own or of the pod. Invalid profiles already violate the baseline level.
 */
function seccompFaults(pod: Tree, containers: readonly ContainerAt[]): readonly PodFault[] {
  if (profiles.includes(textAt(pod, ...podField('seccompProfile'), 'type'))) return [];
  const without = containers.filter(({ securityContext }) => (securityContext['seccompProfile'] ?? null) === null);
  return without.map(({ path }) => ({
    path: [...path, 'securityContext', 'seccompProfile', 'type'],
    value: undefined,
    expected: 'RuntimeDefault',
  }));
}

function podField(name: string): Path {
  return ['spec', 'securityContext', name];
}
