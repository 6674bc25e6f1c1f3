import type { Bodies, KindId } from '../../build/contracts.ts';
import type { Origin } from '../source/source.ts';

/** A document that its kind's schema accepts, with the tenant it belongs to. */
export interface Resource<Id extends KindId = KindId> {
  readonly kind: Id;
  readonly origin: Origin;
  readonly tenant: string;
  /** Empty for a cluster-scoped kind. */
  readonly namespace: string;
  readonly name: string;
  readonly body: Bodies[Id];
}

export function keyOf(kind: KindId, namespace: string, name: string): string {
  return `${kind} ${namespace}/${name}`;
}
