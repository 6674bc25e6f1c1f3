import { largest } from '../data/largest.ts';

/** GitHub rejects comments of more than 65,536 characters or, on some servers, 262,144 bytes. */
export const commentSize = { bytes: 60_000, diffLines: 40, tenants: 50, isSummary: false };
/** GitHub drops the summary of a step if it is larger than 1 MiB. */
export const summarySize = { bytes: 1_000_000, diffLines: 200, tenants: 1000, isSummary: true };

/**
 * A part of a report. If space runs out, its pieces are shortened or omitted. The head and the foot are always
 * included.
 */
export interface Section {
  readonly head: string;
  /** Each piece is a list of alternative wordings, longest first. */
  readonly pieces: readonly Piece[];
  readonly foot: string;
  /** The text that replaces omitted pieces. */
  readonly leftOut: (pieces: number) => string;
}

export type Piece = readonly string[];

/** A section that is never shortened. */
export function plain(text: string): Section {
  return { head: text, pieces: [], foot: '', leftOut: () => '' };
}

/**
 * Joins sections within a byte budget, unless their heads, feet and texts about omitted pieces exceed it. Earlier sections take precedence.
 */
export function fit(sections: readonly Section[], budget: number): string {
  let room = budget;
  for (const { head, foot, pieces, leftOut } of sections)
    room -= size(head) + size(foot) + size(leftOut(pieces.length));
  const parts = sections.map(({ head, pieces, foot, leftOut }) => {
    const kept = fitPieces(pieces, room);
    room -= size(kept.join(''));
    const missing = pieces.length - kept.length;
    return head + kept.join('') + (missing > 0 ? leftOut(missing) : '') + foot;
  });
  return parts.join('');
}

/**
 * Returns all pieces in the longest wording that fits. If no wording fits, returns, in order, each piece whose shortest
 * wording fits into the remaining space.
 */
function fitPieces(pieces: readonly Piece[], room: number): readonly string[] {
  const levels = largest(
    pieces.map((piece) => piece.length),
    1,
  );
  for (let level = 0; level < levels; level++) {
    const wordings = pieces.map((piece) => piece[Math.min(level, piece.length - 1)] ?? '');
    if (size(wordings.join('')) <= room) return wordings;
  }
  let left = room;
  return pieces
    .map((piece) => piece.at(-1) ?? '')
    .filter((wording) => {
      const fits = size(wording) <= left;
      if (fits) left -= size(wording);
      return fits;
    });
}

function size(text: string): number {
  return Buffer.byteLength(text);
}
