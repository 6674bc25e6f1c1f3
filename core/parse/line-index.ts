import { LineCounter } from 'yaml';

/** Lines and columns count from 1. */
export interface Point {
  readonly line: number;
  readonly column: number;
}

/** Finds the line and column of an offset. Reads the text once. */
export function lineIndex(text: string): (offset: number) => Point {
  let lines: LineCounter | undefined;
  return (offset) => {
    lines ??= linesIn(text);
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
}

function linesIn(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines.addNewLine(end + 1);
  return lines;
}
