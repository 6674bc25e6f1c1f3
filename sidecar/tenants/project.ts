import { tenantLabel } from '../../core/kind/tenant.ts';
import { isMapping, listAt, mappingAt, textAt, textsAt, valueAt } from '../../data/tree.ts';
import { type StatusInstructions, statusAnnotation } from '../../kubernetes/live-status.ts';
import { maxFinalizerCharacters } from '../decide/project.ts';
import type { TenantNamespace, TenantResource, Workload } from './objects.ts';

/** The name by which the API server knows the sidecar, from its User-Agent. */
const ownManager = 'leasehold';

/**
 * A resource whose finalizers are too long for the cache is treated as one without instructions: other programs must remove
 * their finalizers before it can be deleted anyway.
 */
export function toTenantResource(collection: string, object: unknown, isPartial = false): TenantResource {
  const finalizers = textsAt(object, 'metadata', 'finalizers');
  const isLarge = isPartial || finalizers.join('').length > maxFinalizerCharacters;
  return {
    collection,
    apiVersion: textAt(object, 'apiVersion'),
    kind: textAt(object, 'kind'),
    namespace: textAt(object, 'metadata', 'namespace'),
    name: textAt(object, 'metadata', 'name'),
    uid: textAt(object, 'metadata', 'uid'),
    resourceVersion: textAt(object, 'metadata', 'resourceVersion'),
    tenant: textAt(object, 'metadata', 'labels', tenantLabel),
    generation: Number(valueAt(object, 'metadata', 'generation') ?? 0),
    deletedAt: textAt(object, 'metadata', 'deletionTimestamp'),
    finalizers: isLarge ? [] : finalizers,
    instructions: isLarge ? undefined : instructionsIn(textAt(object, 'metadata', 'annotations', statusAnnotation)),
    status: mappingAt(object, 'status'),
    otherWriters: otherWritersOf(object),
  };
}

export function toWorkload(kind: 'Deployment' | 'StatefulSet', object: unknown): Workload {
  const amount = (...path: readonly string[]) => Number(valueAt(object, ...path) ?? 0);
  const wanted = Number(valueAt(object, 'spec', 'replicas') ?? 1);
  const isCurrent = amount('status', 'observedGeneration') >= amount('metadata', 'generation');
  const available = kind === 'Deployment' ? 'availableReplicas' : 'readyReplicas';
  const isComplete = amount('status', 'updatedReplicas') >= wanted && amount('status', available) >= wanted;
  const key = `${kind}/${textAt(object, 'metadata', 'namespace')}/${textAt(object, 'metadata', 'name')}`;
  return { key, isAvailable: isCurrent && isComplete };
}

export function toTenantNamespace(object: unknown): TenantNamespace {
  const conditions = listAt(object, 'status', 'conditions');
  return {
    name: textAt(object, 'metadata', 'name'),
    tenant: textAt(object, 'metadata', 'labels', tenantLabel),
    isDeleting: textAt(object, 'metadata', 'deletionTimestamp') !== '',
    blocking: conditions
      .filter((condition) => textAt(condition, 'status') === 'True')
      .map((condition) => textAt(condition, 'message')),
  };
}

/**
 * Limits of the instructions, because each condition in the status repeats the names of everything that is missing. Rendered
 * instructions stay below these limits.
 */
const [maxInstructionCharacters, maxConditions] = [16 * 1024, 8];

/** Validates the annotation: leasehold writes it, but so could anyone who may edit the resource. */
function instructionsIn(text: string): StatusInstructions | undefined {
  if (text === '' || text.length > maxInstructionCharacters) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isMapping(value) ? checkedInstructions(value) : undefined;
  } catch {
    return undefined;
  }
}

function checkedInstructions(value: Readonly<Record<string, unknown>>): StatusInstructions {
  const counter = mappingAt(value, 'counter');
  const [field, version] = [textAt(counter, 'field'), textAt(counter, 'version')];
  const finalizer = textAt(value, 'finalizer');
  return {
    fields: mappingAt(value, 'fields'),
    ...(value['phase'] === true ? { phase: true } : {}),
    conditions: textsAt(value, 'conditions').slice(0, maxConditions),
    workloads: textsAt(value, 'workloads'),
    namespaces: textsAt(value, 'namespaces'),
    ...(finalizer === '' ? {} : { finalizer }),
    ...(field === '' ? {} : { counter: { field, version } }),
  };
}

function otherWritersOf(object: unknown): readonly string[] {
  const writers = listAt(object, 'metadata', 'managedFields')
    .filter((entry) => textAt(entry, 'subresource') === 'status')
    .map((entry) => textAt(entry, 'manager'));
  return writers.filter((name) => name !== ownManager);
}
