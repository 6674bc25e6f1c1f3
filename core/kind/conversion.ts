import { contracts, type KindId } from '../../build/contracts.ts';
import type { Path } from '../../data/tree.ts';
import type { Report } from '../problem/problem.ts';
import type { Move } from '../source/source.ts';

/** How documents of an older version of a kind become documents of current kinds. */
export interface Conversion {
  /** The kind of the main document that conversion returns. A document that cannot be converted counts as this kind. */
  readonly becomes: KindId;
  /** Whether a document needs conversion. Documents of older versions always do. */
  applies(body: unknown): boolean;
  readonly convert: Convert<unknown>;
}

/** Reports fields that it cannot convert, with their paths in the original document. */
export type Convert<Body> = (body: Body, report: Report) => readonly Converted[];

export interface Converted {
  readonly kind: KindId;
  readonly body: unknown;
  /** Original paths of the fields that moved, so that problems point to the field in the file. */
  readonly moved: readonly Move[];
}

/** A document of a current kind, with the apiVersion and the name of that kind. */
export function documentOf(kind: KindId, content: object, moved: readonly Move[] = []): Converted {
  const { apiVersion, kind: name } = contracts[kind];
  return { kind, body: { ...content, apiVersion, kind: name }, moved };
}

/** A field that moved within spec. */
export function specMove(now: Path, written: Path): Move {
  return { now: ['spec', ...now], written: ['spec', ...written] };
}
