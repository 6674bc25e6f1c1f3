type Cells = readonly (string | number)[];

/** A Markdown table with aligned columns, as the formatter prints it. */
export function table(head: Cells, rows: readonly Cells[]): string {
  const texts = [head, ...rows].map((cells) => cells.map(cellText));
  const widths = head.map((_, column) => Math.max(3, ...texts.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [first = [], ...rest] = texts;
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n');
}

/** Escapes `<` only outside of code spans, because Markdown decodes no entities in them. */
function cellText(cell: string | number): string {
  const escaped = String(cell).replace(/(`[^`]*`)|</g, (_, code: string | undefined) => code ?? '&lt;');
  return escaped.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
