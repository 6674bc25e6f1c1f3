import type { ComponentChildren } from 'preact';

export interface Column {
  readonly title: string;
  /** Whether the column contains numbers, which are right-aligned. */
  readonly isNumber?: boolean;
}

interface TableProps {
  /** The name of the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ComponentChildren[] }[];
  readonly foot?: readonly ComponentChildren[];
}

/**
 * A table, in which the first cell of a row is its header. The table scrolls sideways if necessary; on a narrow screen,
 * each row is a list.
 */
export function Table({ label, columns, rows, foot }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="table-scroll" aria-label={label} tabIndex={0}>
      <table class="rows">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" class={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <Row key={key} cells={cells} columns={columns} />
          ))}
        </tbody>
        {foot !== undefined && (
          <tfoot>
            <Row cells={foot} columns={columns} />
          </tfoot>
        )}
      </table>
    </section>
  );
}

function Row({
  cells,
  columns,
}: {
  readonly cells: readonly ComponentChildren[];
  readonly columns: readonly Column[];
}) {
  return (
    <tr>
      {columns.map((column, index) =>
        index === 0 ? (
          <th key={column.title} scope="row" class={classOf(column)}>
            {cells[index]}
          </th>
        ) : (
          <td key={column.title} class={classOf(column)} data-label={column.title}>
            {cells[index]}
          </td>
        ),
      )}
    </tr>
  );
}

function classOf({ isNumber }: Column): string | undefined {
  return isNumber ? 'number' : undefined;
}
