import { compare } from '../data/order.ts';

/** The identity of an object in a cluster. */
export interface ObjectId {
  readonly group: string;
  readonly kind: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
}

export function formatId({ group, kind, namespace, name }: ObjectId): string {
  const place = namespace === '' ? name : `${namespace}/${name}`;
  return `${group === '' ? kind : `${kind}.${group}`} ${place}`;
}

/** The order of `formatId`, without making the texts. */
export function compareIds(a: ObjectId, b: ObjectId): number {
  const byKind = compare(a.kind, b.kind) || compare(a.group, b.group);
  if (byKind !== 0) return byKind;
  return a.namespace === b.namespace ? compare(a.name, b.name) : compare(formatId(a), formatId(b));
}
