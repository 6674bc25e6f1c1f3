/** Bytes of UTF-8 that a comment may have. GitHub takes 262,144, and says 65,536 characters; a reader wants fewer. */
export const commentBytes = 60_000;
/** GitHub drops the whole summary of a step that has more than 1 MiB. */
export const summaryBytes = 1_000_000;

/** A part of a report. Its pieces are told shorter, or left out, when there is no room; the head always stays. */
export interface Section {
  readonly head: string;
  /** Each in wordings of which one is taken, the longest first. */
  readonly pieces: readonly Piece[];
  readonly foot: string;
  /** What is said in place of the pieces that are left out. */
  readonly leftOut: (pieces: number) => string;
}

export type Piece = readonly string[];

/** Puts sections together within a number of bytes, the first ones first. */
export function fit(sections: readonly Section[], budget: number): string {
  let room = budget;
  for (const { head, foot, pieces, leftOut } of sections)
    room -= size(head) + size(foot) + size(leftOut(pieces.length));
  const take = (piece: Piece) => {
    const text = piece.find((wording) => size(wording) <= room);
    room -= size(text ?? '');
    return text;
  };
  const parts = sections.map(({ head, pieces, foot, leftOut }) => {
    const kept = pieces.map(take).filter((text) => text !== undefined);
    const missing = pieces.length - kept.length;
    return head + kept.join('') + (missing > 0 ? leftOut(missing) : '') + foot;
  });
  return parts.join('');
}

function size(text: string): number {
  return Buffer.byteLength(text);
}
