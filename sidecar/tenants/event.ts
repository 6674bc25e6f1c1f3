import { isMapping, listAt, textAt } from '../../data/tree.ts';
import type { TenantResource } from './objects.ts';

/** The events of a change of the status, in the namespace of the resource. */
export function eventsOf(resource: TenantResource, status: Readonly<Record<string, unknown>>): readonly object[] {
  const { apiVersion, kind, namespace, name, uid, resourceVersion } = resource;
  return transitionsOf(resource.status, status).map(({ reason, message, isGood }, index) => ({
    metadata: { name: `${name}.${uid.slice(0, 8)}.${resourceVersion}.${index}`, namespace },
    involvedObject: { apiVersion, kind, namespace, name, uid },
    type: isGood ? 'Normal' : 'Warning',
    reason,
    message,
    source: { component: 'leasehold-sidecar' },
    reportingComponent: 'leasehold-sidecar',
    count: 1,
  }));
}

interface Transition {
  readonly reason: string;
  readonly message: string;
  readonly isGood: boolean;
}

function transitionsOf(before: object, after: object): readonly Transition[] {
  const [old, phase] = [textAt(before, 'phase'), textAt(after, 'phase')];
  const phases = phase === old ? [] : [{ reason: phase, message: `phase is ${phase}`, isGood: true }];
  const known = listAt(before, 'conditions').filter(isMapping);
  const changed = listAt(after, 'conditions')
    .filter(isMapping)
    .filter(
      (one) =>
        textAt(
          known.find((other) => other['type'] === one['type']),
          'status',
        ) !== one['status'],
    );
  return [
    ...phases,
    ...changed.map((one) => ({
      reason: one['status'] === 'True' ? textAt(one, 'type') : textAt(one, 'reason'),
      message: `${textAt(one, 'type')} is ${textAt(one, 'status')}: ${textAt(one, 'message')}`,
      isGood: one['status'] === 'True',
    })),
  ];
}
