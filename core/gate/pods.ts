import { mappingAt, type Path, pathsIn, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { podSecurityViolations } from '../../kubernetes/pod-security/pod-security.ts';
import { containersOf, type PodAt, podsOf } from '../../kubernetes/pod-security/pods.ts';
import type { Settings } from '../settings/settings.ts';
import type { Use } from '../settings/use.ts';
import { fieldUse, usesBelow, usesExcept, useUnless } from './field-uses.ts';
import { volumeClaimUses } from './volume-claims.ts';

/**
 * The restricted features that an object's pods use: those that the Pod Security level forbids, and fields that determine
 * where a pod runs and with which permissions. Untrusted authors are always limited to `baseline` or stricter.
 */
export function podUses(object: Tree, podSecurity: Settings['podSecurity']): readonly Use[] {
  const level = podSecurity === 'restricted' ? 'restricted' : 'baseline';
  return podsOf(object).flatMap((found) => [
    ...podSecurityViolations(found.pod, level).map(({ path, value, expected }) =>
      fieldUse([...found.path, ...path], value, expected),
    ),
    ...specUses(object, [...found.path, 'spec']),
    ...containerUses(object, found),
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

function specUses(object: Tree, spec: Path): readonly Use[] {
  return [
    ...usesExcept(object, spec, freeFields),
    ...useUnless(object, [...spec, 'schedulerName'], ['default-scheduler']),
    ...usesExcept(object, [...spec, 'nodeSelector'], freeNodeLabels),
    ...affinityUses(object, [...spec, 'affinity']),
  ];
}

/** Node labels that do not separate nodes by purpose. */
const freeNodeLabels = [
  'kubernetes.io/arch',
  'kubernetes.io/os',
  'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone',
];

const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
const required = 'requiredDuringSchedulingIgnoredDuringExecution';

function affinityUses(object: Tree, path: Path): readonly Use[] {
  if (valueAt(object, ...path) === undefined) return [];
  const node = [...path, 'nodeAffinity'];
  const terms = [
    ...pathsIn(object, [...node, preferred]).map((at) => [...at, 'preference']),
    ...pathsIn(object, [...node, required, 'nodeSelectorTerms']),
  ];
  return [
    ...usesExcept(object, path, ['nodeAffinity', 'podAffinity', 'podAntiAffinity']),
    ...terms.flatMap((term) => nodeTermUses(object, term)),
    ...['podAffinity', 'podAntiAffinity'].flatMap((sort) => podAffinityUses(object, [...path, sort])),
  ];
}

function nodeTermUses(object: Tree, term: Path): readonly Use[] {
  const keys = pathsIn(object, [...term, 'matchExpressions']);
  return [
    ...usesExcept(object, term, ['matchExpressions']),
    ...keys.flatMap((at) => useUnless(object, [...at, 'key'], freeNodeLabels)),
  ];
}

/** Affinity to pods in other namespaces. A tenant could use it to place its pods on the nodes of those pods. */
function podAffinityUses(object: Tree, path: Path): readonly Use[] {
  const terms = [
    ...pathsIn(object, [...path, preferred]).map((at) => [...at, 'podAffinityTerm']),
    ...pathsIn(object, [...path, required]),
  ];
  return terms.flatMap((term) =>
    ['namespaces', 'namespaceSelector'].flatMap((field) => usesBelow(object, [...term, field])),
  );
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
  const shareable = shareableVolumes(object, [...path, 'spec', 'volumes']);
  return containersOf(pod).flatMap((container) => {
    const at = [...path, ...container.path];
    const mounts = pathsIn(object, [...at, 'volumeMounts']);
    const propagation = mounts.flatMap((mount) =>
      useUnless(object, [...mount, 'mountPropagation'], ['None', 'HostToContainer']),
    );
    const claims = usesBelow(object, [...at, 'resources', 'claims']);
    const folders = mounts
      .filter((mount) => shareable.has(textAt(object, ...mount, 'name')))
      .flatMap((mount) => ['subPath', 'subPathExpr'].flatMap((field) => usesBelow(object, [...mount, field])));
    return [...usesExcept(object, at, freeContainerFields), ...propagation, ...claims, ...folders];
  });
}

/**
 * The names of volumes whose folders can contain data of other tenants. A trusted author can have written such a volume, and a
 * parameter its folder.
 */
function shareableVolumes(object: Tree, volumes: Path): ReadonlySet<string> {
  const shareable = pathsIn(object, volumes).filter((volume) => otherTypes(object, volume).length > 0);
  return new Set(shareable.map((volume) => textAt(object, ...volume, 'name')));
}

const freeVolumes = [
  'configMap',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'name',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

/**
 * Sources of a projected volume that need no permission. Another source can, for example, request a certificate from a signer
 * of the cluster.
 */
const freeSources = ['configMap', 'downwardAPI', 'secret', 'serviceAccountToken'];

function otherTypes(object: Tree, volume: Path): readonly (readonly [type: string, value: unknown])[] {
  return Object.entries(mappingAt(object, ...volume)).filter(
    ([type, value]) => !freeVolumes.includes(type) && value !== null,
  );
}

/** Ephemeral claims follow the rules of a PersistentVolumeClaim. */
function volumeUses(object: Tree, volumes: Path): readonly Use[] {
  const paths = pathsIn(object, volumes);
  const claims = paths.map((at) => [...at, 'ephemeral', 'volumeClaimTemplate', 'spec']);
  const others = paths.flatMap((at) => otherTypes(object, at).map(([type, value]) => fieldUse([...at, type], value)));
  const sources = paths.flatMap((at) => pathsIn(object, [...at, 'projected', 'sources']));
  const projected = sources.flatMap((source) => usesExcept(object, source, freeSources));
  const inClaims = claims.flatMap((claim) =>
    Object.keys(mappingAt(object, ...claim)).length > 0 ? volumeClaimUses(object, claim) : [],
  );
  return [...others, ...projected, ...inClaims];
}
