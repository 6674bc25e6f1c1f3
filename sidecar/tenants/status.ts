import { isMapping, listAt, textAt } from '../../data/tree.ts';
import type { TenantResource, TenantView } from './objects.ts';

export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

type Status = Readonly<Record<string, unknown>>;

/** The status of a resource. Keeps conditions of other programs, but not their fields. `now` is milliseconds since 1970. */
export function statusOf(view: TenantView, now: number): Status {
  const { resource } = view;
  const { fields = {}, phase, conditions = [] } = resource.instructions ?? {};
  const missing = missingIn(view);
  return {
    ...fields,
    ...(phase ? { phase: phaseOf(view, missing) } : {}),
    ...countedIn(resource),
    ...conditionsIn(
      resource,
      conditions.map((type) => conditionOf(type, missing, resource.deletedAt !== '')),
      now,
    ),
    observedGeneration: resource.generation,
  };
}

/** What the resource still waits for, as clauses without a period. */
function missingIn({ resource, workloads, namespaces }: TenantView): readonly string[] {
  const { workloads: needed = [], namespaces: own = [] } = resource.instructions ?? {};
  return [
    ...own.flatMap((name) => {
      const namespace = namespaces.get(name);
      if (!namespace) return resource.deletedAt === '' ? [`the tenant has no namespace ${name}`] : [];
      const reasons = namespace.blocking.length === 0 ? [] : [`: ${namespace.blocking.join(' ')}`];
      return namespace.isDeleting ? [`namespace ${name} is being deleted${reasons.join('')}`] : [];
    }),
    ...needed.flatMap((key) => {
      const workload = workloads.get(key);
      if (workload?.isAvailable) return [];
      return [workload ? `${key} is not available` : `the tenant has no ${key}`];
    }),
  ];
}

function phaseOf({ resource, workloads }: TenantView, missing: readonly string[]): string {
  const needed = resource.instructions?.workloads ?? [];
  if (!needed.every((key) => workloads.has(key))) return 'Pending';
  return missing.length === 0 ? 'Running' : 'Provisioned';
}

function conditionOf(type: string, missing: readonly string[], isDeleting: boolean): Condition {
  const message = missing.join('; ');
  if (isDeleting)
    return { type, status: 'False', reason: 'Deleting', message: message || 'the resource is being deleted' };
  if (missing.length > 0) return { type, status: 'False', reason: 'NotReady', message };
  return { type, status: 'True', reason: 'AllSubresourcesReady', message: 'all workloads and namespaces are ready' };
}

/** Keeps conditions of other programs. The time of a condition changes with its status. */
function conditionsIn({ status }: TenantResource, own: readonly Condition[], now: number): Status {
  if (own.length === 0) return {};
  const before = listAt(status, 'conditions').filter(isMapping);
  const types = new Set(own.map(({ type }) => type));
  const written = own.map((condition) => {
    const old = before.find((one) => textAt(one, 'type') === condition.type);
    const time = textAt(old, 'lastTransitionTime');
    const isKept = time !== '' && textAt(old, 'status') === condition.status;
    return { ...condition, lastTransitionTime: isKept ? time : `${new Date(now).toISOString().slice(0, 19)}Z` };
  });
  return { conditions: [...before.filter((one) => !types.has(textAt(one, 'type'))), ...written] };
}

/**
 * The counter and the last version that it counted, so that each version is counted once. A count without a version comes
 * from an operator, or from a CustomResourceDefinition that drops the version. It stays unchanged: otherwise each write
 * would be counted.
 */
function countedIn({ instructions, status }: TenantResource): Status {
  const counter = instructions?.counter;
  if (!counter || counter.field === 'renderedVersion') return {};
  const count = Number(status[counter.field] ?? 0);
  const known = status['renderedVersion'];
  const isCounted = known === counter.version || (known === undefined && count > 0);
  return { [counter.field]: isCounted ? count : count + 1, renderedVersion: counter.version };
}
