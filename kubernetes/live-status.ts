/**
 * Annotation of a tenant resource in the cluster: the instructions for its status, as JSON. They allow the sidecar to
 * compute the status without knowing the kind.
 */
export const statusAnnotation = 'leasehold.dev/status';

/** The JSON of the annotation. `workloads` and `namespaces` are sorted, and absent if they are empty. */
export interface StatusInstructions {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly phase?: true;
  readonly conditions?: readonly string[];
  /** `Kind/namespace/name` of Deployments and StatefulSets. */
  readonly workloads?: readonly string[];
  readonly namespaces?: readonly string[];
  readonly finalizer?: string;
  /** The field that counts versions, and the value that identifies the current version. */
  readonly counter?: { readonly field: string; readonly version: string };
}
