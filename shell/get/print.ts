import { Document, Scalar, visit } from 'yaml';
import { largest } from '../../data/largest.ts';
import { jsonText, withEscapes } from '../text.ts';

/** An item of a listing: a row of a table, or an object. */
export interface ListingRow {
  readonly cells: readonly string[];
  /** `storageclass.storage.k8s.io/fast` */
  readonly id: string;
  readonly name: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/** A listing that any output format can print. */
export interface Listing {
  readonly head: readonly string[];
  readonly rows: readonly ListingRow[];
  /** `List`, or `TenantList`. */
  readonly listKind: string;
  /** True for a single item requested by name, which is printed without a list around it. */
  readonly single: boolean;
}

export const outputs = ['table', 'json', 'yaml', 'name'] as const;

export type Output = (typeof outputs)[number];

/** The listing as `kubectl get` prints it. */
export function printListing(listing: Listing, output: string, headers: boolean): string {
  if (output === 'name') return listing.rows.map(({ id }) => `${id}\n`).join('');
  if (output === 'json') return jsonText(listObject(listing), 4);
  if (output === 'yaml') return yamlText(listObject(listing));
  const lines = listing.rows.map(({ cells }) => cells);
  return columns(headers && lines.length > 0 ? [listing.head, ...lines] : lines);
}

function listObject({ rows, listKind, single }: Listing): unknown {
  const items = rows.map(({ object }) => object);
  return single && items.length === 1 ? items[0] : { apiVersion: 'v1', kind: listKind, items };
}

/** Three spaces between columns, like kubectl; an empty cell is `<none>`. */
function columns(lines: readonly (readonly string[])[]): string {
  const filled = lines.map((cells) => cells.map((cell) => (cell === '' ? '<none>' : cell)));
  const widths = (filled[0] ?? []).map((_, column) => largest(filled.map((cells) => (cells[column] ?? '').length)));
  return filled
    .map((cells) => `${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('   ')}`.trimEnd())
    .join('\n')
    .concat(filled.length === 0 ? '' : '\n');
}

/**
 * YAML 1.1 in the style of kubectl. Escapes the same characters as the JSON output. A text with escapes is in double
 * quotes, because YAML allows them only there.
 */
function yamlText(value: unknown): string {
  const document = new Document(value, { version: '1.1' });
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && node.value !== withEscapes(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return withEscapes(document.toString({ lineWidth: 0, indentSeq: false }));
}
