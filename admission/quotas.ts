import type { Tree } from '../data/tree.ts';
import type { Limits } from './limits.ts';
import { withoutNodePorts } from './metadata-keys.ts';

/** A ResourceQuota that enforces a list without an admission policy. */
export interface LimitQuota {
  readonly name: string;
  readonly hard: Readonly<Record<string, string>>;
  /** False if the quota applies to all objects. */
  readonly scopeSelector: Tree | false;
}

/** The quotas that enforce lists of a tenant: those of types of Services and of priority classes. */
export function limitQuotas(limits: Limits): readonly LimitQuota[] {
  return [...serviceQuota(limits), ...allowedClasses(limits), ...deniedClasses(limits)];
}

/** Limits load balancers and node ports. A load balancer also uses node ports unless its Service disables them. */
function serviceQuota({ serviceTypes }: Limits): readonly LimitQuota[] {
  if (!serviceTypes) return [];
  const allowsNone = (...types: readonly string[]) => !types.some((type) => serviceTypes.includes(type));
  const hard = {
    ...(allowsNone('LoadBalancer', withoutNodePorts) ? { 'services.loadbalancers': '0' } : {}),
    ...(allowsNone('LoadBalancer', 'NodePort') ? { 'services.nodeports': '0' } : {}),
  };
  return Object.keys(hard).length === 0 ? [] : [{ name: 'leasehold-services', hard, scopeSelector: false }];
}

const systemClasses = ['system-cluster-critical', 'system-node-critical'];

/**
 * Forbids pods with a class that is not listed or, without a list, with a class of Kubernetes. A pod without a class needs an
 * empty item, as in the rule `priority-classes`.
 */
function allowedClasses({ priorityClasses }: Limits): readonly LimitQuota[] {
  if (!priorityClasses) return [noPods('leasehold-priority-classes', [selects('In', systemClasses)])];
  const values = priorityClasses.filter((name) => name !== '').sort();
  const expressions = [
    ...(values.length > 0 ? [selects('NotIn', values)] : []),
    ...(priorityClasses.includes('') ? [selects('Exists')] : []),
  ];
  return [noPods('leasehold-priority-classes', expressions)];
}

function deniedClasses({ denyPriorityClasses = [] }: Limits): readonly LimitQuota[] {
  const values = denyPriorityClasses.filter((name) => name !== '').sort();
  return values.length === 0 ? [] : [noPods('leasehold-denied-priority-classes', [selects('In', values)])];
}

function selects(operator: 'Exists' | 'In' | 'NotIn', values?: readonly string[]): Tree {
  return { operator, scopeName: 'PriorityClass', ...(values ? { values } : {}) };
}

function noPods(name: string, matchExpressions: readonly Tree[]): LimitQuota {
  return {
    name,
    hard: { pods: '0' },
    scopeSelector: matchExpressions.length > 0 && { matchExpressions },
  };
}
