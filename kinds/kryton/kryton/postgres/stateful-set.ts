import type { Tree } from '../../../../data/tree.ts';
import type { Labels, Views } from '../../../../templates/views.ts';
import { omitEmpty } from '../render/omit-empty.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { configurationChecksum } from './config-maps.ts';
import { postgresMeta } from './meta.ts';
import { podSpec } from './pod.ts';

/** One PostgreSQL server, by default with pgvector and with a volume that outlives it [sources: kryton-7]. */
export function statefulSet(kryton: ResolvedKryton, selector: Labels): Views['stateful-set'] {
  const { commonLabels, primary } = kryton.values.postgresql;
  const { annotations, labels, podAnnotations, podLabels } = primary;
  const podMetadata = {
    labels: { ...commonLabels, ...podLabels, ...selector },
    annotations: omitEmpty({ ...podAnnotations, ...configurationChecksum(kryton) }),
  };
  return {
    ...postgresMeta(kryton, kryton.names.database, { annotations, labels }),
    persistentVolumeClaimRetentionPolicy: retentionPolicy(kryton),
    podMetadata,
    podSpec: podSpec(kryton),
    replicas: 1,
    selector,
    serviceName: kryton.names.databaseHeadless,
    updateStrategy: updateStrategy(kryton),
    volumeClaimTemplates: volumeClaimTemplates(kryton),
  };
}

/** The update strategy. False to omit it, if it is the default of Kubernetes. */
function updateStrategy({ values }: ResolvedKryton): Tree | false {
  const { rollingUpdate, type } = values.postgresql.primary.updateStrategy;
  const parameters = omitEmpty(rollingUpdate);
  return type === 'RollingUpdate' && !parameters ? false : { rollingUpdate: parameters, type };
}

function retentionPolicy(kryton: ResolvedKryton): Tree | false {
  const { enabled, whenDeleted, whenScaled } = kryton.values.postgresql.primary.persistentVolumeClaimRetentionPolicy;
  return enabled && hasOwnClaim(kryton) && { whenDeleted, whenScaled };
}

/** Whether the StatefulSet creates the claim of its volume. */
function hasOwnClaim({ values }: ResolvedKryton): boolean {
  const { enabled, existingClaim } = values.postgresql.primary.persistence;
  return enabled && !existingClaim;
}

/** Includes the fields that the API server adds, so that a comparison with the live object finds no difference. */
const volumeClaimKind = { apiVersion: 'v1', kind: 'PersistentVolumeClaim' };

function volumeClaimTemplates(kryton: ResolvedKryton): readonly Tree[] {
  if (!hasOwnClaim(kryton)) return [];
  const { persistence } = kryton.values.postgresql.primary;
  const { accessModes, annotations, dataSource, labels, selector, size, storageClass, volumeName } = persistence;
  const spec = {
    accessModes,
    dataSource: omitEmpty(dataSource),
    resources: { requests: { storage: size } },
    selector: omitEmpty(selector),
    storageClassName: storageClassName(storageClass),
    volumeMode: 'Filesystem',
  };
  const metadata = { annotations: omitEmpty(annotations), labels: omitEmpty(labels), name: volumeName };
  return [{ ...volumeClaimKind, metadata, spec }];
}

/** A hyphen sets an empty class, and an absent or empty value uses the default class. */
function storageClassName(storageClass: string | undefined): string | undefined {
  return storageClass === '-' ? '' : storageClass || undefined;
}
