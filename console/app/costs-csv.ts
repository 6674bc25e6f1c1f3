import { meters } from '../../cost/meters.ts';
import type { BillView } from '../model/bill.ts';

/** The bill as CSV (RFC 4180). A cell that a spreadsheet would evaluate as a formula starts with an apostrophe. */
export function costsCsv({ lines, currency, from, to }: BillView): string {
  const head = ['from', 'to', 'category', 'tenant', 'namespace', 'workload', ...meters, 'cost', 'before', 'currency'];
  const rows = lines.map(({ category, tenant, namespace, workload, quantities, cost, before = '' }) => [
    from,
    to,
    category,
    tenant,
    namespace,
    workload,
    ...meters.map((meter) => String(quantities[meter])),
    cost,
    before,
    currency,
  ]);
  return [head, ...rows].map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
