import type { KindId } from '../../build/contracts.ts';
import type { ObjectId } from '../../kubernetes/object-id.ts';
import type { Labels } from '../../templates/views.ts';
import type { Settings } from '../settings/settings.ts';
import type { Resource } from './resource.ts';

/** A namespace that is rendered for a tenant. */
export interface TenantNamespace {
  readonly name: string;
  readonly tenant: string;
  /** With those that every object of a tenant carries. */
  readonly labels: Labels;
}

/** What a resource may see of the others. Faulty resources are not in it; lists are sorted by namespace and name. */
export interface World {
  readonly settings: Settings;
  all<Id extends KindId>(kind: Id): readonly Resource<Id>[];
  /** The resource of that kind which this one names, if it is there and without fault. */
  target<Id extends KindId>(resource: Resource, to: Id): Resource<Id> | undefined;
  /** All resources of that kind which this one names. */
  targets<Id extends KindId>(resource: Resource, to: Id): readonly Resource<Id>[];
  /** The resources of that kind which name this one. */
  referrers<Id extends KindId>(resource: Resource, from: Id): readonly Resource<Id>[];
  /** Whether one of that kind which names this one is left out for a fault, so that the referrers are not all. */
  hasFaultyReferrer(resource: Resource, from: KindId): boolean;
  /** Whether a shared resource lets the object lie in a namespace of the platform. */
  allowsPlacement(id: ObjectId): boolean;
  /** Whether the namespace is one that a shared resource lets objects into, and so no tenant's. */
  isPlatformNamespace(namespace: string): boolean;
  /** Every namespace that is rendered for a tenant, with all labels that it will have. */
  namespaces(): readonly TenantNamespace[];
  /** The one of that name; undefined when no tenant has it. */
  namespace(name: string): TenantNamespace | undefined;
  /** Whether no document that would render namespaces is left out for a fault. */
  readonly knowsAllNamespaces: boolean;
  /** Whether no document of the kind is left out for a fault, so that `all` holds all. */
  isComplete(kind: KindId): boolean;
  /** What follows from the resources, computed when first asked for: give the same function for the same thing. */
  derived<T>(derive: (world: World) => T): T;
}
