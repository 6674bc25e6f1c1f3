import { contracts } from '../../build/contracts.ts';
import { shapes } from '../../build/shapes.js';
import { freeKinds, usesByKind } from '../../core/gate/kinds.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import { groupKind, type ObjectId } from '../../kubernetes/object-id.ts';
import { decidesOf } from './deciding-kinds.ts';

const named: ReadonlySet<string> = new Set([
  ...freeKinds,
  ...usesByKind.keys(),
  ...[...Object.values(shapes), ...Object.values(contracts)].map(({ apiVersion, kind }) =>
    groupKind(groupOf(apiVersion), kind),
  ),
]);

/**
 * True if leasehold knows what the removal of such an object deletes: a kind of Kubernetes, leasehold or a policy engine, a
 * network policy, or another kind that leasehold has rules for, such as those of cert-manager.
 */
export function isKnownKind(id: ObjectId): boolean {
  const { group, kind } = id;
  const isPolicy = group === 'constraints.gatekeeper.sh' || kind.endsWith('NetworkPolicy');
  return isBuiltIn(group) || named.has(groupKind(group, kind)) || decidesOf(id) !== undefined || isPolicy;
}

/** The group of a custom resource has a dot. Groups below k8s.io need a review by the Kubernetes project. */
function isBuiltIn(group: string): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io');
}
