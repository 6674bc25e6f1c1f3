import type { TenantRow } from '../model/tenant-rows.ts';

export const sortKeys = ['name', 'kind', 'namespaces', 'objects', 'problems', 'ceiling'] as const;
export type SortKey = (typeof sortKeys)[number];

/** A column and a direction: `-problems` sorts the largest first. */
export interface Order {
  readonly by: SortKey;
  readonly isDescending: boolean;
}

export function readOrder(text: string | undefined): Order {
  const name = (text ?? '').replace(/^-/, '');
  const by = sortKeys.find((one) => one === name) ?? 'name';
  return { by, isDescending: text?.startsWith('-') ?? false };
}

export function formatOrder({ by, isDescending }: Order): string {
  return `${isDescending ? '-' : ''}${by}`;
}

/** The order after a click on the header of a column: numbers start with the largest. */
export function toggled(order: Order, by: SortKey): Order {
  if (order.by === by) return { by, isDescending: !order.isDescending };
  return { by, isDescending: by !== 'name' && by !== 'kind' };
}

/** Rows that contain every word of a query in their name, kinds or namespaces, sorted. Rows without a value come last. */
export function selectRows(rows: readonly TenantRow[], query: string, order: Order): readonly TenantRow[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = words.length === 0 ? [...rows] : rows.filter((row) => contains(row, words));
  const sign = order.isDescending ? -1 : 1;
  return found.sort((a, b) => compareValues(sortValue(a, order.by), sortValue(b, order.by), sign) || byName(a, b));
}

function contains({ name, kinds, namespaces = [] }: TenantRow, words: readonly string[]): boolean {
  const kindTexts = kinds.map((kind) => `${kind.name} ${kind.group} ${kind.system}`);
  const text = [name, ...kindTexts, ...namespaces].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}

function sortValue(row: TenantRow, by: SortKey): string | number | undefined {
  if (by === 'name') return row.name;
  if (by === 'kind') return row.kinds.map(({ name, system }) => `${name} ${system}`).join();
  if (by === 'namespaces') return row.namespaces?.length;
  if (by === 'objects') return row.objects;
  return by === 'problems' ? row.errors * 1_000_000 + row.warnings : row.ceiling?.amount;
}

function compareValues(a: string | number | undefined, b: string | number | undefined, sign: number): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a < b ? -sign : sign;
}

function byName(a: TenantRow, b: TenantRow): number {
  return a.name < b.name ? -1 : 1;
}
