import type { StatusInstructions } from '../../kubernetes/live-status.ts';

/** A tenant resource in the cluster, such as an Org. Missing strings are empty. */
export interface TenantResource {
  /** The path of its list, such as `/apis/tetrapus.io/v1alpha1/orgs`. */
  readonly collection: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** The tenant in its label. */
  readonly tenant: string;
  readonly generation: number;
  /** When its deletion began; empty if it is not being deleted. */
  readonly deletedAt: string;
  readonly finalizers: readonly string[];
  /** Undefined without a valid annotation, as on a resource that leasehold did not render, or if the finalizers are too long. */
  readonly instructions: StatusInstructions | undefined;
  readonly status: Readonly<Record<string, unknown>>;
  /** Other programs that wrote the status, such as an operator that is still running. */
  readonly otherWriters: readonly string[];
}

/** A Deployment or StatefulSet. */
export interface Workload {
  /** `Kind/namespace/name` */
  readonly key: string;
  /** Whether all replicas have the newest version and are available. For a StatefulSet, they need only be ready. */
  readonly isAvailable: boolean;
}

/** A namespace that the status of a tenant resource depends on. */
export interface TenantNamespace {
  readonly name: string;
  readonly tenant: string;
  readonly isDeleting: boolean;
  /** Why its deletion is not complete: messages of its conditions. */
  readonly blocking: readonly string[];
}

/** A tenant resource with everything that its status depends on. */
export interface TenantView {
  readonly resource: TenantResource;
  /** The tenant of the resource. */
  readonly owner: string;
  /** Keys of workloads that it may depend on, in namespaces with too many workloads for the cache. They must be read. */
  readonly unknown: readonly string[];
  /** The existing workloads that it may depend on, by key. */
  readonly workloads: ReadonlyMap<string, Workload>;
  /** The existing namespaces in its instructions that its tenant owns, by name. */
  readonly namespaces: ReadonlyMap<string, TenantNamespace>;
}

/**
 * Whether the sidecar may add and remove a finalizer of a resource, regardless of the annotation: only
 * `namespace-finalizer` with the domain of the resource's API group or a parent domain.
 */
export function isOwnFinalizer({ collection }: TenantResource, finalizer: string): boolean {
  const [, group = ''] = /^\/apis\/([^/]+)\//.exec(collection) ?? [];
  const [domain = '', name] = finalizer.split('/');
  return name === 'namespace-finalizer' && `.${group}`.endsWith(`.${domain}`) && domain.includes('.');
}

/**
 * The tenant whose objects the status of a resource may show. A tenant can write the annotation and the label of a
 * resource in its own namespace, but not the label of the namespace, which takes precedence.
 */
export function ownerOf({ tenant }: TenantResource, tenantOfNamespace: string): string {
  return tenantOfNamespace === '' ? tenant : tenantOfNamespace;
}

/** `collection namespace/name` */
export function tenantKey({ collection, namespace, name }: TenantResource): string {
  return `${collection} ${namespace}/${name}`;
}
