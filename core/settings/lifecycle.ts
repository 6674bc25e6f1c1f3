/** Annotation of a resource that defines a tenant: what happens to the whole tenant. */
export const lifecycleAnnotation = 'leasehold.dev/lifecycle';
/** Annotation of the same resources: the last day of the tenant, such as `2026-12-31`. */
export const deleteAfterAnnotation = 'leasehold.dev/delete-after';
export const lifecycleAnnotations: readonly string[] = [lifecycleAnnotation, deleteAfterAnnotation];

/**
 * - `active`: no restriction
 * - `cordoned`: only the platform and the sidecar write in the namespaces of the tenant
 * - `archived`: in addition, the workloads of known kinds that leasehold renders are stopped, and volumes are kept
 */
export type Lifecycle = (typeof lifecycles)[number];

export const lifecycles = ['active', 'cordoned', 'archived'] as const;

/** The lifecycle that the resources of a tenant set. */
export interface TenantLifecycle {
  readonly lifecycle: Lifecycle;
  /** A calendar day. Undefined if the tenant stays. */
  readonly deleteAfter: string | undefined;
}
