import { type Bodies, contracts, type KindId } from '../../build/contracts.ts';
import { formatName } from '../../kubernetes/object-id.ts';
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

/** A text that is unique among resources. */
export function keyOf(kind: KindId, namespace: string, name: string): string {
  return `${kind} ${namespace}/${name}`;
}

/** `Org tenants/acme`: names a resource in a message. */
export function labelOf(kind: KindId, { namespace, name }: Pick<Resource, 'namespace' | 'name'>): string {
  return formatName({ kind: contracts[kind].kind, namespace, name });
}

/** `Org acme`: names a resource in a message that is not about namespaces. */
export function shortLabelOf(kind: KindId, { name }: Pick<Resource, 'name'>): string {
  return `${contracts[kind].kind} ${name}`;
}
