import type { Bill, Grouping, Line } from '../cost/bill.ts';
import { formatInstant } from '../cost/instant.ts';
import { byMeter, type Meter, meters, perUnit, type Quantities } from '../cost/meters.ts';
import { divideHalfEven, formatDecimal, formatMicros } from '../cost/money.ts';
import type { Period } from './read-rows.ts';

/** A bill with notes for its reader. */
export interface Statement {
  readonly bill: Bill;
  readonly by: Grouping;
  readonly period: Period;
  readonly currency: string;
  readonly basis: string;
  /** Whether the usage is an example instead of a measurement. */
  readonly isSample: boolean;
  readonly isShared: boolean;
  /** What is missing or incomplete. */
  readonly notes: readonly string[];
}

export const sampleNote = 'SAMPLE DATA: example usage data, not measurements';

const units: Readonly<Record<Meter, string>> = {
  cpuHour: 'cpu core-h',
  gpuHour: 'gpu-h',
  ramGbHour: 'ram GiB-h',
  pvGbHour: 'pv GiB-h',
  networkGb: 'network GiB',
};

/** The columns that identify a line. */
function labels(by: Grouping): readonly ('tenant' | 'namespace' | 'workload')[] {
  return by === 'tenant'
    ? ['tenant']
    : by === 'namespace'
      ? ['tenant', 'namespace']
      : ['tenant', 'namespace', 'workload'];
}

/** The tenant of a line, or its category in parentheses, which no tenant can have as its name. */
function nameOf({ category, tenant }: Line): string {
  return category === 'tenant' ? tenant : `(${category})`;
}

/** A quantity in the unit of its meter, rounded to a number of decimal places. */
function amount(quantities: Quantities, meter: Meter, decimals: number): string {
  return formatDecimal(divideHalfEven(quantities[meter] * 10n ** BigInt(decimals), perUnit[meter]), decimals);
}

/** The bill as a table: a header, a row for each line, and the total. */
export function billTable(statement: Statement, decimals: number): readonly (readonly string[])[] {
  const { bill, by, currency, isShared } = statement;
  const names = labels(by);
  const money = isShared ? ['cost', 'shared', 'total'] : ['cost'];
  const head = [...names, ...meters.map((meter) => units[meter]), ...money.map((title) => `${title} ${currency}`)];
  const rows = bill.lines.map((line) => [
    nameOf(line),
    ...names.slice(1).map((name) => line[name]),
    ...meters.map((meter) =>
      line.unpriced.includes(meter)
        ? `${amount(line.quantities, meter, decimals)}*`
        : amount(line.quantities, meter, decimals),
    ),
    ...amounts(line.cost, line.shared, isShared),
  ]);
  return [
    head,
    ...rows,
    ['TOTAL', ...names.slice(1).map(() => ''), ...meters.map(() => ''), ...totals(bill, isShared)],
  ];
}

function amounts(cost: bigint, shared: bigint, isShared: boolean): readonly string[] {
  return (isShared ? [cost, shared, cost + shared] : [cost]).map(formatMicros);
}

function totals({ lines, total }: Bill, isShared: boolean): readonly string[] {
  const sum = (of: (line: Line) => bigint) => lines.reduce((all, line) => all + of(line), 0n);
  return isShared
    ? [sum(({ cost }) => cost), sum(({ shared }) => shared), total].map(formatMicros)
    : [formatMicros(total)];
}

/** The text before the table: the subject of the bill, and the notes for its reader. */
export function preamble(statement: Statement): readonly string[] {
  const { period, currency, basis, isSample, bill, notes } = statement;
  const unpriced = meters.filter((meter) => bill.lines.some((line) => line.unpriced.includes(meter)));
  const without = unpriced.map((meter) => units[meter]).join(', ');
  return [
    `Costs from ${formatInstant(period.from)} to ${formatInstant(period.to)} in ${currency}, by ${basis}`,
    ...(isSample ? [sampleNote] : []),
    ...(unpriced.length > 0 ? [`* used, but without a price in the price book: ${without}`] : []),
    ...notes,
  ];
}

/** CSV as in RFC 4180, with a column that shows whether the usage is a sample. Quantities have six decimal places. */
export function billCsv(statement: Statement): string {
  const { bill, by, period, currency, basis, isSample } = statement;
  const names = labels(by);
  const head = [
    'from',
    'to',
    'category',
    ...names,
    ...meters,
    'cost',
    'shared',
    'total',
    'currency',
    'basis',
    'unpriced',
    'data',
  ];
  const rows = bill.lines.map((line) => [
    formatInstant(period.from),
    formatInstant(period.to),
    line.category,
    ...names.map((name) => line[name]),
    ...meters.map((meter) => amount(line.quantities, meter, 6)),
    ...amounts(line.cost, line.shared, true),
    currency,
    basis,
    line.unpriced.join(' '),
    isSample ? 'sample' : 'measured',
  ]);
  return [head, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** Quotes a cell if necessary. The apostrophe prevents spreadsheets from evaluating a cell that starts like a formula. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function billJson(statement: Statement): string {
  const { bill, by, period, currency, basis, isSample, notes } = statement;
  const document = {
    from: formatInstant(period.from),
    to: formatInstant(period.to),
    currency,
    basis,
    by,
    sample: isSample,
    notes,
    lines: bill.lines.map(({ quantities, cost, shared, ...line }) => ({
      ...line,
      quantities: byMeter((meter) => amount(quantities, meter, 6)),
      cost: formatMicros(cost),
      shared: formatMicros(shared),
    })),
    total: formatMicros(bill.total),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/**
 * A file with usage can contain any name. Replaces line breaks and other control characters, and escapes the characters of
 * columns, emphasis, code, links and HTML.
 */
function markdownCell(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '·').replace(/[\\`*_<[|]/g, '\\$&');
}

export function billMarkdown(statement: Statement): string {
  const [head = [], ...rows] = billTable(statement, 3);
  const line = (cells: readonly string[]) => `| ${cells.map(markdownCell).join(' | ')} |\n`;
  const names = labels(statement.by).length;
  const rule = line(head.map((_, index) => (index < names ? '---' : '---:')));
  return `${preamble(statement)
    .map((text) => `${text.replace(/^\*/, '\\*')}\n\n`)
    .join('')}${line(head)}${rule}${rows.map(line).join('')}`;
}
