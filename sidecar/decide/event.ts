import { keyOf } from './objects.ts';
import type { VolumeView } from './volume.ts';

/** The path for events of cluster-scoped objects, which are in the namespace `default`. */
export const eventsPath = '/api/v1/namespaces/default/events';

/** The name of the event depends only on the volume and the claim, so each bypass has a single event. */
export function bypassEvent({ volume, claim }: VolumeView): object {
  const key = claim ? keyOf(claim) : '';
  const message = `Claim ${key} is bound to ${claim?.volumeName}, so the data in ${volume.name} is not used.`;
  const fix =
    'To use this data, delete the new claim, and create it again with the size and class of the retained volume.';
  return {
    metadata: { name: `leasehold-${volume.uid}.${claim?.uid.slice(0, 8)}`, namespace: 'default' },
    involvedObject: { apiVersion: 'v1', kind: 'PersistentVolume', name: volume.name, uid: volume.uid },
    type: 'Warning',
    reason: 'VolumeBypassed',
    message: `${message} ${fix}`,
    source: { component: 'leasehold-sidecar' },
    reportingComponent: 'leasehold-sidecar',
    count: 1,
  };
}
