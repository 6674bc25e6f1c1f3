import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { texts } from '../app/texts.ts';
import { type Column, Table } from './table.tsx';

interface PagedTableProps {
  readonly label: string;
  readonly columns: readonly Column[];
  /** The cells of a row are created when the row is shown. */
  readonly rows: readonly { readonly key: string; readonly cells: () => readonly ComponentChildren[] }[];
  readonly foot?: readonly ComponentChildren[];
}

/** A table that shows its first rows. If there are more, it also shows the total number of rows and a button. */
export function PagedTable({ label, columns, rows, foot }: PagedTableProps) {
  const { shown, more } = usePages(rows.length);
  const visible = rows.slice(0, shown).map(({ key, cells }) => ({ key, cells: cells() }));
  return (
    <>
      <Table label={label} columns={columns} rows={visible} {...(foot && { foot })} />
      <More shown={visible.length} all={rows.length} onMore={more} />
    </>
  );
}

const pageSize = 200;

/** The number of entries of a list to show. */
export function usePages(all: number, size = pageSize): { readonly shown: number; readonly more: () => void } {
  const pages = useSignal(1);
  const more = () => {
    pages.value += 1;
  };
  return { shown: Math.min(all, pages.value * size), more };
}

interface MoreProps {
  readonly shown: number;
  readonly all: number;
  readonly onMore: () => void;
}

/** Shows the number of visible entries and a button for more. Renders nothing if all entries are visible. */
export function More({ shown, all, onMore }: MoreProps) {
  if (shown >= all) return null;
  return (
    <div class="more">
      <p class="quiet" role="status">
        {texts.more.shown(shown, all)}
      </p>
      <button type="button" class="button small" onClick={onMore}>
        {texts.more.next}
      </button>
    </div>
  );
}
