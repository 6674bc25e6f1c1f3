import { largest } from '../data/largest.ts';
/** Columns as wide as their widest cell, with numbers right-aligned and two spaces in between. Every row has all cells. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const widths = head.map((title, column) =>
    largest(
      rows.map((row) => String(row[column]).length),
      title.length,
    ),
  );
  const line = (cells: readonly (string | number)[], isNumber: (column: number) => boolean) =>
    cells
      .map((cell, column) =>
        isNumber(column)
          ? String(cell).padStart(widths[column] as number)
          : String(cell).padEnd(widths[column] as number),
      )
      .join('  ')
      .trimEnd();
  const numeric = (column: number) => typeof rows[0]?.[column] === 'number';
  return [head, ...rows].map((row) => `${line(row, numeric)}\n`).join('');
}
