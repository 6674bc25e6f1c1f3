/** The rows of a long list that are near the visible part, and the heights of the omitted parts. */
export interface Window {
  readonly first: number;
  /** Exclusive. */
  readonly last: number;
  readonly above: number;
  readonly below: number;
}

export interface Viewport {
  /** The distance from the top of the list to the top of the screen; negative if the list starts below it. */
  readonly scrolled: number;
  readonly height: number;
  readonly rowHeight: number;
}

/** The number of rows beyond the visible part, so that the focus can move to them. */
const margin = 12;

export function windowOf(count: number, { scrolled, height, rowHeight }: Viewport): Window {
  const top = Math.floor(scrolled / rowHeight) - margin;
  const first = Math.max(0, Math.min(top, count - 1));
  const last = Math.max(first, Math.min(count, Math.ceil((scrolled + height) / rowHeight) + margin));
  return { first, last, above: first * rowHeight, below: (count - last) * rowHeight };
}
