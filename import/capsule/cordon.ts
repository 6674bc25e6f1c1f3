import type { AdmissionRequest } from '../../admission/request.ts';
import { textAt, valueAt } from '../../data/tree.ts';
import type { SourceFact } from '../effect/fact.ts';
import { type CapsuleTenant, fields, inAll } from './scope.ts';

/** Capsule sets the label on the namespaces of a cordoned Tenant. */
export const cordonLabel = 'projectcapsule.dev/cordoned';
const groups = ['capsule.clastix.io', 'projectcapsule.dev'];

/** A label cordons a single namespace, and a field cordons the whole Tenant [sources: capsule-7]. */
export function cordonFacts(tenant: CapsuleTenant): readonly SourceFact[] {
  const { source, exported } = tenant;
  if (valueAt(source.body, 'spec', 'cordoned') === true)
    return inAll(tenant, (namespace) => ({
      aspect: 'rule',
      namespace,
      rule: 'changes while the Tenant is cordoned',
      value: true,
      from: fields(source, ['spec', 'cordoned']),
      rejects: isRejected,
    }));
  return [...exported.values()]
    .filter(({ body }) => textAt(body, 'metadata', 'labels', cordonLabel) === 'true')
    .map((one) => ({
      aspect: 'rule',
      namespace: one.name,
      rule: 'changes while the namespace is cordoned',
      value: true,
      from: fields(one, ['metadata', 'labels', cordonLabel]),
    }));
}

/** Capsule restricts only its own users. It does not restrict subresources or Events. */
function isRejected({ operation, resource, user }: AdmissionRequest): boolean {
  const isUser = user.groups.some((group) => groups.includes(group));
  return isUser && operation !== 'CONNECT' && !resource.includes('/') && resource !== 'events';
}
