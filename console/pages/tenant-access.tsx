import { texts } from '../app/texts.ts';
import type { AccessRow } from '../model/access.ts';
import { AccessMatrixTable } from './access-matrix.tsx';
import { AccessTable } from './access-table.tsx';

/** The roles of all subjects in the namespaces of a tenant, and the binding behind each role. */
export function TenantAccess({ rows }: { readonly rows: readonly AccessRow[] }) {
  return (
    <>
      <AccessMatrixTable rows={rows} />
      {rows.length > 0 && <h2 class="list-title">{texts.access.reasons}</h2>}
      <AccessTable rows={rows} />
    </>
  );
}
