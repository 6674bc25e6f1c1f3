import { listAt, mappingAt, type Path, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { baselineViolations } from './baseline.ts';
import type { PodViolation } from './pod-violation.ts';
import { type ContainerAt, containersOf } from './pods.ts';

/**
 * What the Pod Security Standards forbid at a level, by the rules of Kubernetes 1.35 [sources: kubernetes-5, kubernetes-6].
 * The paths are relative to the pod.
 */
export function podSecurityViolations(pod: Tree, level: 'baseline' | 'restricted'): readonly PodViolation[] {
  const containers = containersOf(pod);
  const violations = baselineViolations(pod, containers);
  return level === 'baseline' ? violations : [...violations, ...restrictedViolations(pod, containers)];
}

function restrictedViolations(pod: Tree, containers: readonly ContainerAt[]): readonly PodViolation[] {
  const isWindows = textAt(pod, 'spec', 'os', 'name') === 'windows';
  const runsInUserNamespace = valueAt(pod, 'spec', 'hostUsers') === false;
  return [
    ...volumeViolations(pod),
    ...containers.flatMap(procMountViolation),
    ...(runsInUserNamespace ? [] : [...nonRootViolations(pod, containers), ...rootUserViolations(pod, containers)]),
    ...(isWindows ? [] : [...containers.flatMap(linuxViolations), ...seccompViolations(pod, containers)]),
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

function volumeViolations(pod: Tree): readonly PodViolation[] {
  return listAt(pod, 'spec', 'volumes').flatMap((volume, index) =>
    Object.entries(mappingAt(volume))
      .filter(([type, source]) => source !== null && type !== 'hostPath' && !volumeTypes.includes(type))
      .map(([type, value]) => ({ path: ['spec', 'volumes', index, type], value })),
  );
}

function procMountViolation({ path, securityContext }: ContainerAt): readonly PodViolation[] {
  const value = securityContext['procMount'] ?? 'Default';
  return value === 'Default' ? [] : [{ path: [...path, 'securityContext', 'procMount'], value, expected: 'Default' }];
}

/** Privilege escalation and capabilities, which do not exist on Windows. */
function linuxViolations({ path, securityContext }: ContainerAt): readonly PodViolation[] {
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

function nonRootViolations(pod: Tree, containers: readonly ContainerAt[]): readonly PodViolation[] {
  const ofPod = valueAt(pod, ...podField('runAsNonRoot'));
  const wrong = containers.filter(({ securityContext }) => (securityContext['runAsNonRoot'] ?? ofPod) !== true);
  const violations = wrong.map(({ path, securityContext }) => ({
    path: [...path, 'securityContext', 'runAsNonRoot'],
    value: securityContext['runAsNonRoot'] ?? undefined,
    expected: 'true',
  }));
  const podViolation = { path: podField('runAsNonRoot'), value: ofPod, expected: 'true' };
  return (ofPod ?? true) === true ? violations : [podViolation, ...violations];
}

function rootUserViolations(pod: Tree, containers: readonly ContainerAt[]): readonly PodViolation[] {
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
 * Containers without a seccomp profile, unless the pod sets an allowed one. A forbidden profile already violates the baseline
 * level.
 */
function seccompViolations(pod: Tree, containers: readonly ContainerAt[]): readonly PodViolation[] {
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
