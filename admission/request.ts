import { type Tree, valueAt } from '../data/tree.ts';
import { itemsIn } from './limits.ts';

/** The parts of a request to the API server that rules read. Most names are those of an AdmissionReview or of CEL variables. */
export interface AdmissionRequest {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
  /** Empty for the core group. */
  readonly group: string;
  /** The plural name with the subresource: `pods/ephemeralcontainers`. */
  readonly resource: string;
  /** Undefined for a cluster-scoped object. */
  readonly namespaceObject: Tree | undefined;
  /** Undefined if the object is deleted. */
  readonly object: Tree | undefined;
  /** Undefined if the object is created. */
  readonly oldObject: Tree | undefined;
  readonly user: Requester;
  /** Whether the API server only returns the result. */
  readonly dryRun?: boolean;
}

/** A request that changes an existing object. */
export interface UpdateRequest extends AdmissionRequest {
  readonly object: Tree;
  readonly oldObject: Tree;
}

export interface Requester {
  readonly username: string;
  readonly groups: readonly string[];
}

/** The namespace of the request, or the namespace that the request changes. */
export function namespaceIn({ namespaceObject, oldObject, object }: AdmissionRequest): Tree | undefined {
  return namespaceObject ?? oldObject ?? object;
}

/** The list in an annotation of the request's namespace. Undefined if the annotation is absent. */
export function listIn({ namespaceObject }: AdmissionRequest, key: string): readonly string[] | undefined {
  const value = valueAt(namespaceObject, 'metadata', 'annotations', key);
  return typeof value === 'string' ? itemsIn(value) : undefined;
}
