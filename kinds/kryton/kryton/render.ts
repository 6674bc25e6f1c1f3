import type { Emit } from '../../../core/print/shape.ts';
import { postgresObjects } from './postgres/objects.ts';
import { backupObjects } from './render/backup.ts';
import { configMap, secret } from './render/config.ts';
import { deployment, horizontalPodAutoscaler } from './render/deployment.ts';
import { ingress, service, serviceAccount, serviceMonitor, testPod, volumeClaim } from './render/server.ts';
import { snapshotObjects } from './render/snapshot.ts';
import type { ResolvedKryton } from './resolve/resolve.ts';

/** The objects that the chart and the operator create [sources: kryton-3, kryton-7, kryton-8, kryton-11]. */
export function render(kryton: ResolvedKryton): readonly Emit[] {
  return [
    configMap(kryton),
    ...secret(kryton),
    ...serviceAccount(kryton),
    ...volumeClaim(kryton),
    service(kryton),
    deployment(kryton),
    ...ingress(kryton),
    ...horizontalPodAutoscaler(kryton),
    ...serviceMonitor(kryton),
    ...testPod(kryton),
    ...postgresObjects(kryton),
    ...backupObjects(kryton),
    ...snapshotObjects(kryton),
  ];
}
