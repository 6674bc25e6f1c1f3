import { type Emit, emit } from '../../../../core/print/shape.ts';
import { checksum } from '../../../../data/sha256.ts';
import type { Tree } from '../../../../data/tree.ts';
import type { Labels } from '../../../../templates/views.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { configOf } from './config.ts';
import { meta, serverLabels } from './meta.ts';
import { omitEmpty } from './omit-empty.ts';
import { podSpec } from './pod.ts';

export function deployment(kryton: ResolvedKryton): Emit {
  const { names, values } = kryton;
  const labels = { ...values.podLabels, ...serverLabels(kryton) };
  return emit('deployment', {
    ...meta(kryton, names.server),
    replicasFixed: !values.autoscaling.enabled,
    replicas: values.replicaCount,
    selector: serverLabels(kryton),
    strategy: strategy(kryton),
    podMetadata: { labels, annotations: { ...values.podAnnotations, ...checksums(kryton) } },
    podSpec: podSpec(kryton),
  });
}

/** Kubernetes rejects rollingUpdate together with Recreate. */
function strategy({ values }: ResolvedKryton): Tree {
  const { rollingUpdate, type } = values.strategy;
  return type === 'RollingUpdate' ? { rollingUpdate: omitEmpty(rollingUpdate), type } : { type };
}

/** Checksums of the rendered variables. A change replaces the pods, which read the variables only at startup. */
function checksums(kryton: ResolvedKryton): Labels {
  const { secrets } = kryton;
  const config = { 'checksum/config': checksum(configOf(kryton)) };
  return secrets.from === 'file' ? { ...config, 'checksum/secret': checksum(secrets.data) } : config;
}

export function horizontalPodAutoscaler(kryton: ResolvedKryton): readonly Emit[] {
  const { names, values } = kryton;
  const { enabled, maxReplicas, minReplicas, targetCPUUtilizationPercentage: averageUtilization } = values.autoscaling;
  if (!enabled) return [];
  const cpu = { name: 'cpu', target: { averageUtilization, type: 'Utilization' } };
  return [
    emit('horizontal-pod-autoscaler', {
      ...meta(kryton, names.server),
      maxReplicas,
      metrics: [{ resource: cpu, type: 'Resource' }],
      minReplicas,
      target: names.server,
    }),
  ];
}
