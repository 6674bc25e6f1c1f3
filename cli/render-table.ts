import { resourceFinder } from '../analysis/trace/resource-at.ts';
import { contracts } from '../build/contracts.ts';
import { outputTenant } from '../core/kind/tenant.ts';
import { compare } from '../data/order.ts';
import type { Rendering, SourceFile } from '../leasehold.ts';
import { table } from './table.ts';

/** Above this number of rows, the table has a row for each kind. */
const maxRows = 30;

interface Row {
  readonly tenant: string;
  readonly kind: string;
  resources: number;
  objects: number;
  warnings: number;
}

/** A row for each tenant and kind or, if these are too many, for each kind. */
export function renderTable(rendering: Rendering, files: readonly SourceFile[]): string {
  const rows = rowsOf(rendering, files);
  const shared = sharedObjects(rendering);
  if (rows.length <= maxRows) {
    const cells = rows.map(({ tenant, kind, objects, warnings }) => [tenant, kind, objects, warnings]);
    return table(['TENANT', 'KIND', 'OBJECTS', 'WARNINGS'], [...cells, ...shared.map((n) => ['(shared)', '', n, 0])]);
  }
  const kinds = [...new Set(rows.map(({ kind }) => kind))].sort(compare);
  const cells = kinds.map((kind) =>
    kindCells(
      kind,
      rows.filter((row) => row.kind === kind),
    ),
  );
  const all = [...cells, ...shared.map((n) => ['(shared)', 0, 0, n, 0])];
  return table(['KIND', 'TENANTS', 'RESOURCES', 'OBJECTS', 'WARNINGS'], all);
}

/** The number of objects that belong to no single resource. Empty if there are none. */
function sharedObjects({ inventory: { resources, objects } }: Rendering): readonly number[] {
  const own = resources.reduce((sum, entry) => sum + entry.objects.length, 0);
  return objects > own ? [objects - own] : [];
}

function kindCells(kind: string, rows: readonly Row[]): readonly (string | number)[] {
  const sum = (field: 'resources' | 'objects' | 'warnings') => rows.reduce((total, row) => total + row[field], 0);
  return [kind, rows.length, sum('resources'), sum('objects'), sum('warnings')];
}

function rowsOf({ resources, inventory, problems }: Rendering, files: readonly SourceFile[]): readonly Row[] {
  const rows = new Map<string, Row>();
  const rowOf = (tenant: string, kind: string): Row => {
    const known = rows.get(`${tenant} ${kind}`);
    const row = known ?? { tenant, kind, resources: 0, objects: 0, warnings: 0 };
    rows.set(`${tenant} ${kind}`, row);
    return row;
  };
  for (const { tenant, kind, objects } of inventory.resources) {
    const row = rowOf(tenant, kind);
    row.resources++;
    row.objects += objects.length;
  }
  const find = resourceFinder(resources, files);
  for (const { at } of problems) {
    const resource = find(at);
    const row = resource && rows.get(`${outputTenant(resource.tenant)} ${contracts[resource.kind].kind}`);
    if (row) row.warnings++;
  }
  return [...rows.values()].sort((a, b) => compare(a.tenant, b.tenant) || compare(a.kind, b.kind));
}
