import { stringify } from 'yaml';

/** One thing that was asked for: a row of a table, or an object. */
export interface Row {
  readonly cells: readonly string[];
  /** `storageclass.storage.k8s.io/fast` */
  readonly id: string;
  readonly name: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/** An answer in whichever form it is wanted. */
export interface Answer {
  readonly head: readonly string[];
  readonly rows: readonly Row[];
  /** `List`, or `TenantList`. */
  readonly listKind: string;
  /** True when one thing was asked for by its name, so that it is printed without a list around it. */
  readonly single: boolean;
}

export const outputs = ['table', 'json', 'yaml', 'name'] as const;

export type Output = (typeof outputs)[number];

/** The answer as `kubectl get` would print it. */
export function printAnswer(answer: Answer, output: string, headers: boolean): string {
  if (output === 'name') return answer.rows.map(({ id }) => `${id}\n`).join('');
  if (output === 'json') return `${JSON.stringify(whole(answer), null, 4)}\n`;
  if (output === 'yaml') return stringify(whole(answer), { version: '1.1', lineWidth: 0, indentSeq: false });
  const lines = answer.rows.map(({ cells }) => cells);
  return columns(headers && lines.length > 0 ? [answer.head, ...lines] : lines);
}

function whole({ rows, listKind, single }: Answer): unknown {
  const items = rows.map(({ object }) => object);
  return single && items.length === 1 ? items[0] : { apiVersion: 'v1', kind: listKind, items };
}

/** Three spaces between columns, as kubectl has it; an empty cell is `<none>`. */
function columns(lines: readonly (readonly string[])[]): string {
  const filled = lines.map((cells) => cells.map((cell) => (cell === '' ? '<none>' : cell)));
  const widths = (filled[0] ?? []).map((_, column) => Math.max(...filled.map((cells) => (cells[column] ?? '').length)));
  return filled
    .map((cells) => `${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('   ')}`.trimEnd())
    .join('\n')
    .concat(filled.length === 0 ? '' : '\n');
}
