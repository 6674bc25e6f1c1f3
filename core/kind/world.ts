import type { KindId } from '../../build/contracts.ts';
import type { ObjectId } from '../../kubernetes/object-id.ts';
import type { Labels } from '../../templates/views.ts';
import type { Settings } from '../settings/settings.ts';
import type { Origin } from '../source/source.ts';
import type { Resource } from './resource.ts';

/** A namespace that is rendered for a tenant. */
export interface TenantNamespace {
  readonly name: string;
  readonly tenant: string;
  /** Includes the labels that every object of a tenant has. */
  readonly labels: Labels;
}

/**
 * Lets the code of a kind look up other resources: only valid ones. `all` and `referrers` sort them by the text
 * `namespace/name`; `targets` returns them in the order of the references.
 */
export interface World {
  readonly settings: Settings;
  all<Id extends KindId>(kind: Id): readonly Resource<Id>[];
  /** The resource of the kind `to` that `resource` refers to. Undefined if it does not exist or is invalid. */
  target<Id extends KindId>(resource: Resource, to: Id): Resource<Id> | undefined;
  /** All resources of the kind `to` that `resource` refers to. */
  targets<Id extends KindId>(resource: Resource, to: Id): readonly Resource<Id>[];
  /** The resources of the kind `from` that refer to `resource`. */
  referrers<Id extends KindId>(resource: Resource, from: Id): readonly Resource<Id>[];
  /** Whether an invalid document of the kind `from` refers to `resource`, so that `referrers` is incomplete. */
  hasInvalidReferrer(resource: Resource, from: KindId): boolean;
  /** Whether a shared resource allows the object in a namespace of the platform. */
  allowsPlacement(id: ObjectId): boolean;
  /** Whether a shared resource allows objects in the namespace, so that it belongs to no tenant. */
  isPlatformNamespace(namespace: string): boolean;
  /** Whether the document is in a tenant's directory whose authors are not trusted. */
  isDelegated(origin: Origin): boolean;
  /** Every namespace that is rendered for a tenant, with all its labels. */
  namespaces(): readonly TenantNamespace[];
  /** The namespace with this name. Undefined if it is rendered for no tenant. */
  namespace(name: string): TenantNamespace | undefined;
  /** False when an invalid document might render namespaces. */
  readonly knowsAllNamespaces: boolean;
  /** False when a document of the kind is invalid, so that `all` lacks it. */
  isComplete(kind: KindId): boolean;
  /**
   * The result of a function of the world, computed once for each function. Pass the same function to share the result. If the
   * result is a function, it may cache values only by its arguments.
   */
  derived<T>(derive: (world: World) => T): T;
}
