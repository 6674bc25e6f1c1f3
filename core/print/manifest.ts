import { compare } from '../../text/order.ts';
import type { Origin } from '../source/source.ts';
import type { ShapeName } from './shape.ts';

/** What makes an object itself in a cluster. */
export interface ObjectId {
  readonly group: string;
  readonly kind: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
}

/** One rendered object, with where it came from. */
export interface Manifest {
  readonly id: ObjectId;
  readonly tenant: string;
  /** The resource it was made for; undefined for what the platform's tenants share. */
  readonly origin: Origin | undefined;
  /** File of the output that holds it, relative to the output's root. */
  readonly file: string;
  /** Undefined for an object that a Template or a chart wrote. */
  readonly shape: ShapeName | undefined;
  readonly wave: number;
  /** One YAML document, ending in a newline, without a separator. */
  readonly text: string;
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
