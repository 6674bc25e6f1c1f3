import type { KindId } from '../../build/contracts.ts';
import type { Report } from '../problem/problem.ts';
import type { Move } from '../source/source.ts';

/** How documents of an older version of a kind become those of current kinds. */
export interface Conversion {
  /** The kind that a document mainly stands for; one that its own schema refuses is a faulty document of this kind. */
  readonly becomes: KindId;
  readonly convert: Convert<unknown>;
}

/** Tells what cannot be carried over; the paths are those of the document as written. */
export type Convert<Body> = (body: Body, report: Report) => readonly Converted[];

export interface Converted {
  readonly kind: KindId;
  readonly body: unknown;
  /** Where fields that are now elsewhere were written, so that a fault is shown there. */
  readonly moved: readonly Move[];
}
