/** GitHub rejects a comment of more than 65,536 characters, or 262,144 bytes on some servers. */
export const commentSize = { bytes: 60_000, diffLines: 40, tenants: 50 };
/** GitHub drops the whole summary of a step if it has more than 1 MiB. */
export const summarySize = { bytes: 1_000_000, diffLines: 200, tenants: 1000 };

/** A part of a report. Its pieces get shorter, or are left out, when there is no room; the head always stays. */
export interface Section {
  readonly head: string;
  /** Each in wordings of which one is taken, the longest first. */
  readonly pieces: readonly Piece[];
  readonly foot: string;
  /** The text in place of the pieces that are left out. */
  readonly leftOut: (pieces: number) => string;
}

export type Piece = readonly string[];

/** A section that stays whole. */
export function plain(text: string): Section {
  return { head: text, pieces: [], foot: '', leftOut: () => '' };
}

/** Puts sections together within a number of bytes, the first ones first. */
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

/** All pieces in the longest wording that has room for all of them; else as many as fit in the shortest one. */
function fitPieces(pieces: readonly Piece[], room: number): readonly string[] {
  const most = Math.max(1, ...pieces.map((piece) => piece.length));
  for (let level = 0; level < most; level++) {
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
