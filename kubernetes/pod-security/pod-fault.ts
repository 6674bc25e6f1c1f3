import type { Path } from '../../data/tree.ts';

/** A field of a pod that a level of the Pod Security Standards forbids. */
export interface PodFault {
  readonly path: Path;
  /** Undefined for a field that the level requires and the pod lacks. */
  readonly value: unknown;
  /** A value that the level allows. */
  readonly expected?: string;
}
