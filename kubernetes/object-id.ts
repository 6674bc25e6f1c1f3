import { compare } from '../data/order.ts';
import { textAt, valueAt } from '../data/tree.ts';
import { groupOf } from './api-version.ts';

/** The identity of an object in a cluster. */
export interface ObjectId {
  readonly group: string;
  readonly kind: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
}

/** `Deployment.apps acme/web`: unique in a cluster. */
export function formatId({ group, kind, namespace, name }: ObjectId): string {
  return formatName({ kind: groupKind(group, kind), namespace, name });
}

/** `Deployment acme/web`, for messages that do not need the group. */
export function formatName({ kind, namespace, name }: Omit<ObjectId, 'group'>): string {
  return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`;
}

/** `Deployment.apps`, or `Service` for a kind of the core group. */
export function groupKind(group: string, kind: string): string {
  return group === '' ? kind : `${kind}.${group}`;
}

/**
 * Reads an ID from unvalidated data. Returns undefined if the apiVersion, kind or name is missing, or if a part is not a string.
 */
export function readId(object: unknown): ObjectId | undefined {
  const [apiVersion, kind] = [textAt(object, 'apiVersion'), textAt(object, 'kind')];
  const name = textAt(object, 'metadata', 'name');
  const namespace = valueAt(object, 'metadata', 'namespace') ?? '';
  if (apiVersion === '' || kind === '' || name === '' || typeof namespace !== 'string') return undefined;
  return { group: groupOf(apiVersion), kind, namespace, name };
}

/** Compares in the order of `formatId`, but avoids building the strings in most cases. */
export function compareIds(a: ObjectId, b: ObjectId): number {
  const byKind = compare(a.kind, b.kind) || compare(a.group, b.group);
  if (byKind !== 0) return byKind;
  return a.namespace === b.namespace ? compare(a.name, b.name) : compare(formatId(a), formatId(b));
}
