import type { Path, Tree } from '../../data/tree.ts';

/** How the sidecar computes the status of a resource, in addition to the state of the objects that the resource renders. */
export interface LiveStatus {
  /**
   * Fields of the spec that can contain a secret. They are left out of the resource in the cluster, where nothing reads
   * them.
   */
  readonly hidden?: readonly Path[];
  /** Fields of the spec whose value in the cluster intentionally differs from Git. */
  readonly shown?: Tree;
  /** Fields of the status whose values do not depend on the cluster. */
  readonly fields?: Tree;
  /**
   * Whether the status has a phase: Pending while a workload is missing, then Provisioned, and Running when everything is
   * ready.
   */
  readonly phase?: true;
  /** Types of conditions that are true while all workloads are available and the namespaces are active. */
  readonly conditions?: readonly string[];
  /** Workloads of other resources on which this one depends, as `Deployment/namespace/name`. */
  readonly workloads?: readonly string[];
  /** A finalizer that keeps the resource until its namespaces are gone. */
  readonly finalizer?: string;
  /** The field that counts the versions of the rendered objects. */
  readonly counter?: string;
}
