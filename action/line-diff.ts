/** One line of a unified diff: its mark and its text. */
type DiffLine = readonly [mark: ' ' | '+' | '-', text: string];

/**
 * The maximum number of line pairs to compare. Above it, all old lines between the common start and end come before all
 * new lines.
 */
const maxPairs = 250_000;
const context = 2;

/** A unified diff of two texts without a header. Each change has two lines of context. */
export function lineDiff(old: string, now: string): readonly string[] {
  const lines = compareLines(toLines(old), toLines(now));
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(([mark]) => mark !== ' '),
  );
  return lines.flatMap(([mark, text], index) => {
    if (near[index]) return [`${mark} ${text}`];
    return near[index + 1] && index > 0 ? ['@@ @@'] : [];
  });
}

function toLines(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n');
}

function compareLines(old: readonly string[], now: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => [' ', text]);
  const middle = compareMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return [...same(old.slice(0, start)), ...middle, ...same(old.slice(old.length - end))];
}

/** Compares lines by their longest common subsequence. */
function compareMiddle(old: readonly string[], now: readonly string[]): readonly DiffLine[] {
  if (old.length * now.length > maxPairs)
    return [...old.map((text): DiffLine => ['-', text]), ...now.map((text): DiffLine => ['+', text])];
  const lengths = commonLengths(old, now);
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  const lines: DiffLine[] = [];
  for (let i = 0, j = 0; i < old.length || j < now.length; ) {
    if (i < old.length && j < now.length && old[i] === now[j]) lines.push([' ', old[i++] as string]) && j++;
    else if (j >= now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) lines.push(['-', old[i++] as string]);
    else lines.push(['+', now[j++] as string]);
  }
  return lines;
}

/**
 * For each `i` and `j`, the length of the longest common subsequence of the old lines from `i` and the new lines from
 * `j`.
 */
function commonLengths(old: readonly string[], now: readonly string[]): readonly (readonly number[])[] {
  const table = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i--) {
    const [row, next] = [table[i] as number[], table[i + 1] as number[]];
    for (let j = now.length - 1; j >= 0; j--)
      row[j] = old[i] === now[j] ? (next[j + 1] as number) + 1 : Math.max(next[j] as number, row[j + 1] as number);
  }
  return table;
}
