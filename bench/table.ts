import { median, type Samples, spread } from './measure/samples.ts';

/** A measurement of leasehold and its reference values. */
export interface Row {
  readonly what: string;
  readonly product: string;
  readonly reference: string;
  readonly ratio: string;
  readonly peak?: string;
  readonly target?: Target;
}

export interface Target {
  readonly text: string;
  readonly met: boolean;
}

/** A Markdown table, with padded columns, as the formatter of the repository requires. */
export function markdown(rows: readonly Row[]): string {
  const head = ['', 'leasehold', 'compared with', 'ratio', 'peak memory', 'target'];
  const body = rows.map(cells);
  const widths = head.map((title, column) =>
    Math.max(...[title, ...body.map((line) => line[column] ?? '')].map(length)),
  );
  const rule = widths.map((width) => '-'.repeat(width));
  const lines = [head, rule, ...body].map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return `${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

function length(cell: string): number {
  return cell.length;
}

function cells({ what, product, reference, ratio, peak, target }: Row): readonly string[] {
  return [
    what,
    product,
    reference,
    ratio,
    peak ?? '',
    target ? `${target.text}: ${target.met ? 'met' : '**FAIL**'}` : '',
  ];
}

/** `1.31 s (1.28–1.40)`: the median of the rounds, with the minimum and the maximum. */
export function seconds(samples: Samples): string {
  const [least, most] = spread(samples);
  return `${(median(samples) / 1000).toFixed(2)} s (${(least / 1000).toFixed(2)}–${(most / 1000).toFixed(2)})`;
}

/** The same in milliseconds. */
export function milliseconds(samples: Samples): string {
  const [least, most] = spread(samples);
  const digits = median(samples) < 10 ? 2 : 0;
  return `${median(samples).toFixed(digits)} ms (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}

export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
