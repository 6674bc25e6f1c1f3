import { type Emit, emit, emitInWave } from '../../../core/print/shape.ts';
import { checksum } from '../../../data/sha256.ts';
import type { Tree } from '../../../data/tree.ts';
import { networkPolicy } from './network.ts';
import { podSpec } from './pod.ts';
import { metaOf, partOf, type Site, selectorOf } from './site.ts';
import type { Storage, Workload } from './workload.ts';

/** The objects of a program, except for its routes and backups. */
export function workloadObjects(site: Site, workload: Workload): readonly Emit[] {
  const view = metaOf(workload, site.namespace);
  const { files, name } = workload;
  return [
    emit('service-account', { ...view, automountServiceAccountToken: false }),
    ...clusterAccess(site, workload),
    ...localAccess(site, workload),
    ...(files ? [emit('config-map', { ...view, data: files.data })] : []),
    emit('service', { ...view, spec: serviceSpec(workload) }),
    networkPolicy(site, workload),
    // Evictions stop one pod at a time. A single pod starts again on another node.
    emit('pod-disruption-budget', {
      ...view,
      spec: { maxUnavailable: 1, selector: { matchLabels: selectorOf(workload) } },
    }),
    workload.storage === undefined ? deployment(site, workload) : statefulSet(site, workload, workload.storage, name),
  ];
}

/** Cluster-scoped names contain the namespace, because another namespace can have the same component. */
function clusterAccess({ namespace }: Site, workload: Workload): readonly Emit[] {
  if (workload.rules.length === 0) return [];
  const name = `${namespace}-${workload.name}`;
  const view = metaOf(workload, '', name);
  const subjects = [{ kind: 'ServiceAccount', name: workload.name, namespace }];
  return [
    emit('cluster-role', { ...view, rules: workload.rules }),
    emit('cluster-role-binding', { ...view, roleName: name, subjects }),
  ];
}

function localAccess({ namespace }: Site, workload: Workload): readonly Emit[] {
  const { localRules = [], name } = workload;
  if (localRules.length === 0) return [];
  const view = metaOf(workload, namespace);
  const subjects = [{ kind: 'ServiceAccount', name, namespace }];
  return [
    emit('role', { ...view, rules: localRules }),
    emit('role-binding', { ...view, roleKind: 'Role', roleName: name, subjects }),
  ];
}

function serviceSpec(workload: Workload): Tree {
  const port = { name: 'main', port: workload.port, protocol: 'TCP', targetPort: 'main' };
  return { ports: [port], selector: selectorOf(workload), type: 'ClusterIP' };
}

/** A new checksum replaces the pods, which read their files only on startup. */
function podMetadata({ files, scheduling, ...identity }: Workload) {
  const sum = files ? { 'checksum/files': checksum(files.data) } : {};
  return {
    labels: { ...selectorOf(identity), ...partOf },
    annotations: { ...scheduling.podAnnotations, ...sum },
  };
}

function deployment(site: Site, workload: Workload): Emit {
  return emitInWave(workload.wave, 'deployment', {
    ...metaOf(workload, site.namespace),
    replicasFixed: true,
    replicas: 1,
    selector: selectorOf(workload),
    strategy: { type: workload.runsAlone ? 'Recreate' : 'RollingUpdate' },
    podMetadata: podMetadata(workload),
    podSpec: podSpec(site, workload),
  });
}

/** The claim outlives the StatefulSet: by default, Kubernetes and Argo CD do not delete the claims of a StatefulSet. */
function statefulSet(site: Site, workload: Workload, { size, storageClass }: Storage, serviceName: string): Emit {
  const spec = {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: size } },
    storageClassName: storageClass || undefined,
  };
  return emitInWave(workload.wave, 'stateful-set', {
    ...metaOf(workload, site.namespace),
    replicas: workload.replicas ?? 1,
    selector: selectorOf(workload),
    serviceName,
    updateStrategy: false,
    persistentVolumeClaimRetentionPolicy: false,
    podMetadata: podMetadata(workload),
    podSpec: podSpec(site, workload),
    volumeClaimTemplates: [{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data' }, spec }],
  });
}
