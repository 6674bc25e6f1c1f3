import type { Path, Tree } from '../../data/tree.ts';

/** How the status of a resource of the kind follows from the cluster, beyond the objects that it renders. */
export interface LiveStatus {
  /** Fields of the spec that can contain a secret. The resource in the cluster lacks them: nothing there reads them. */
  readonly hidden?: readonly Path[];
  /** Fields of the spec whose value in the cluster differs from Git. */
  readonly shown?: Tree;
  /** Fields that the render knows. */
  readonly fields?: Tree;
  /** Whether the status has a phase: Pending while a workload is missing, Provisioned, or Running. */
  readonly phase?: true;
  /** Types of conditions that are true while all workloads are available and the namespaces are active. */
  readonly conditions?: readonly string[];
  /** Workloads of other resources that this one needs, as `Deployment/namespace/name`. */
  readonly workloads?: readonly string[];
  /** A finalizer that keeps the resource until its namespaces are gone. */
  readonly finalizer?: string;
  /** The field that counts the versions of the rendered objects. */
  readonly counter?: string;
}
