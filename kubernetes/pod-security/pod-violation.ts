import type { Path } from '../../data/tree.ts';

/** A field of a pod that a level of the Pod Security Standards forbids. */
export interface PodViolation {
  readonly path: Path;
  /** Undefined for a required field that the pod does not set. */
  readonly value: unknown;
  /** A value that the level allows. */
  readonly expected?: string;
}
