import type { Emit } from '../../core/render/shape.ts';
import { backupObjects } from './backup/render.ts';
import { postgresObjects } from './postgres/objects.ts';
import type { ResolvedKryton } from './resolve.ts';
import { configMap, secret } from './server/config.ts';
import { deployment, scaler } from './server/deployment.ts';
import { claim, ingress, service, serviceAccount, serviceMonitor, testPod } from './server/objects.ts';
import { snapshotObjects } from './snapshot/render.ts';

/** What the chart and the operator would have made [tenancy-kinds 3.5–3.9]. */
export function render(kryton: ResolvedKryton): readonly Emit[] {
  return [
    configMap(kryton),
    ...secret(kryton),
    ...serviceAccount(kryton),
    ...claim(kryton),
    service(kryton),
    deployment(kryton),
    ...ingress(kryton),
    ...scaler(kryton),
    ...serviceMonitor(kryton),
    ...testPod(kryton),
    ...postgresObjects(kryton),
    ...backupObjects(kryton),
    ...snapshotObjects(kryton),
  ];
}
