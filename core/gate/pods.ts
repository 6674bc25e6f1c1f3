import { type Path, pathsIn, type Tree } from '../../data/tree.ts';
import { podSecurityViolations } from '../../kubernetes/pod-security/pod-security.ts';
import { containersOf, type PodAt, podsOf } from '../../kubernetes/pod-security/pods.ts';
import type { Settings } from '../settings/settings.ts';
import type { Use } from '../settings/use.ts';
import { affinityUses, freeNodeLabels } from './affinity.ts';
import { fieldUse, missingUses, type ObjectUse, usesBelow, usesExcept, useUnless } from './field-uses.ts';
import { mountUses } from './mounts.ts';
import { volumeUses } from './volumes.ts';

/**
 * The restricted features that an object's pods use: those that the Pod Security level forbids, and fields that determine
 * where a pod runs and with which permissions. Untrusted authors are always limited to `baseline` or stricter.
 */
export function podUses(object: Tree, podSecurity: Settings['podSecurity']): readonly ObjectUse[] {
  const level = podSecurity === 'restricted' ? 'restricted' : 'baseline';
  return podsOf(object).flatMap((found) => [
    ...podSecurityViolations(found.pod, level).map(({ path, value, expected }) =>
      fieldUse([...found.path, ...path], value, expected),
    ),
    ...specUses(object, [...found.path, 'spec']),
    ...containerUses(object, found),
    ...mountUses(object, found),
    ...volumeUses(object, [...found.path, 'spec', 'volumes']),
  ]);
}

/** Fields of a pod that need no permission beyond the Pod Security level, except for the parts that the rules below check. */
const freeFields = [
  'activeDeadlineSeconds',
  'affinity',
  'automountServiceAccountToken',
  'containers',
  'dnsConfig',
  'dnsPolicy',
  'enableServiceLinks',
  'ephemeralContainers',
  'hostAliases',
  'hostIPC',
  'hostNetwork',
  'hostPID',
  'hostUsers',
  'hostname',
  'imagePullSecrets',
  'initContainers',
  'nodeSelector',
  'os',
  'readinessGates',
  'resources',
  'restartPolicy',
  'schedulerName',
  'securityContext',
  'serviceAccount',
  'serviceAccountName',
  'setHostnameAsFQDN',
  'shareProcessNamespace',
  'subdomain',
  'terminationGracePeriodSeconds',
  'topologySpreadConstraints',
  'volumes',
];

function specUses(object: Tree, spec: Path): readonly ObjectUse[] {
  return [
    ...usesExcept(object, spec, freeFields),
    ...useUnless(object, [...spec, 'schedulerName'], ['default-scheduler']),
    ...usesExcept(object, [...spec, 'nodeSelector'], freeNodeLabels),
    ...affinityUses(object, [...spec, 'affinity']),
    ...accountUses(object, spec),
    ...tolerationUses(object, [...spec, 'tolerations']),
  ];
}

/** A toleration without a key tolerates every taint, and without an effect every effect of the taint. */
export function tolerationUses(object: Tree, tolerations: Path): readonly ObjectUse[] {
  return missingUses(object, pathsIn(object, tolerations), ['key', 'effect']);
}

/** The Windows account of pods. Pod Security checks only whether the pods run as HostProcess. */
function accountUses(object: Tree, at: Path): readonly Use[] {
  return usesExcept(object, [...at, 'securityContext', 'windowsOptions'], ['hostProcess', 'runAsUserName']);
}

const freeContainerFields = [
  'args',
  'command',
  'env',
  'envFrom',
  'image',
  'imagePullPolicy',
  'lifecycle',
  'livenessProbe',
  'name',
  'ports',
  'readinessProbe',
  'resizePolicy',
  'resources',
  'restartPolicy',
  'restartPolicyRules',
  'securityContext',
  'startupProbe',
  'stdin',
  'stdinOnce',
  'terminationMessagePath',
  'terminationMessagePolicy',
  'tty',
  'volumeDevices',
  'volumeMounts',
  'workingDir',
];

function containerUses(object: Tree, { path, pod }: PodAt): readonly Use[] {
  return containersOf(pod).flatMap((container) => {
    const at = [...path, ...container.path];
    const propagation = pathsIn(object, [...at, 'volumeMounts']).flatMap((mount) =>
      useUnless(object, [...mount, 'mountPropagation'], ['None', 'HostToContainer']),
    );
    const claims = usesBelow(object, [...at, 'resources', 'claims']);
    return [...usesExcept(object, at, freeContainerFields), ...propagation, ...claims, ...accountUses(object, at)];
  });
}
