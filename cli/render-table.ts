import type { Rendering } from '../core/index.ts';
import { compare } from '../core/order.ts';
import { table } from './table.ts';

/** More rows than this are no longer read; the table is then by kind. */
const mostRows = 30;

interface Row {
  readonly tenant: string;
  readonly kind: string;
  resources: number;
  objects: number;
  warnings: number;
}

/** A row a tenant and kind or, of many tenants, a row a kind. */
export function renderTable(rendering: Rendering): string {
  const rows = rowsOf(rendering);
  if (rows.length <= mostRows) {
    const cells = rows.map(({ tenant, kind, objects, warnings }) => [tenant, kind, objects, warnings]);
    return table(['TENANT', 'KIND', 'OBJECTS', 'WARNINGS'], cells);
  }
  const kinds = [...new Set(rows.map(({ kind }) => kind))].sort(compare);
  const cells = kinds.map((kind) =>
    kindCells(
      kind,
      rows.filter((row) => row.kind === kind),
    ),
  );
  return table(['KIND', 'TENANTS', 'RESOURCES', 'OBJECTS', 'WARNINGS'], cells);
}

function kindCells(kind: string, rows: readonly Row[]): readonly (string | number)[] {
  const sum = (field: 'resources' | 'objects' | 'warnings') => rows.reduce((total, row) => total + row[field], 0);
  return [kind, rows.length, sum('resources'), sum('objects'), sum('warnings')];
}

function rowsOf({ inventory, problems }: Rendering): readonly Row[] {
  const rows = new Map<string, Row>();
  const warningsIn = new Map<string, number>();
  for (const { at } of problems) warningsIn.set(at.file, (warningsIn.get(at.file) ?? 0) + 1);
  for (const { tenant, kind, source, objects } of inventory.resources) {
    const key = `${tenant} ${kind}`;
    const row = rows.get(key) ?? { tenant: tenant.replace(/^_/, ''), kind, resources: 0, objects: 0, warnings: 0 };
    row.resources++;
    row.objects += objects.length;
    row.warnings += warningsIn.get(source) ?? 0;
    // A file of several resources counts once.
    warningsIn.delete(source);
    rows.set(key, row);
  }
  return [...rows.values()].sort((a, b) => compare(a.tenant, b.tenant) || compare(a.kind, b.kind));
}
