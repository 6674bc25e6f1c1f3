import type { Failure } from '../../cluster/answer.ts';
import { followed } from '../work/feed.ts';
import { type Reader, readNamed } from '../work/reads.ts';
import { deployments } from './feeds.ts';
import type { TenantView } from './objects.ts';
import { workloadPart } from './projections.ts';

/** Reads the workloads that the cache does not contain, because their namespace has too many. */
export async function withLiveWorkloads(
  reader: Reader,
  view: TenantView,
): Promise<{ readonly ok: true; readonly view: TenantView } | Failure> {
  const workloads = new Map(view.workloads);
  for (const key of view.unknown) {
    const [kind = '', namespace = '', name = ''] = key.split('/');
    if (kind !== 'Deployment' && kind !== 'StatefulSet') continue;
    const collection = kind === 'Deployment' ? deployments : followed.templates;
    const found = await readNamed(reader, { collection, namespace, name }, workloadPart(kind));
    if (!found.ok) return found;
    const workload = found.items.find((one) => one.key === key);
    if (workload) workloads.set(key, workload);
    else workloads.delete(key);
  }
  return { ok: true, view: { ...view, workloads } };
}
