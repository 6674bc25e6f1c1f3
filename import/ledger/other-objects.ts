import { listAt, textAt } from '../../data/tree.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import { formatName } from '../../kubernetes/object-id.ts';
import type { ExportedObject } from './exported-object.ts';
import type { ImportRun } from './import-run.ts';

/** Records an object without a counterpart as a whole. Objects of the old operator need not be kept. */
export function recordOther(source: ExportedObject, { ledger }: ImportRun, groups: readonly string[]): void {
  if (source.kind === 'Secret') {
    const how = 'a secret is never written; keep it in a vault, and render an ExternalSecret or a SealedSecret for it';
    ledger.record(source, [], { fidelity: 'lost', how });
  } else if (isOwnedBy(source, groups)) ledger.record(source, [], { fidelity: 'cluster' });
  else {
    const how = `${formatName(source)} says nothing of tenants; keep its manifest where its application is kept`;
    ledger.record(source, [], { fidelity: 'lost', how });
  }
}

/** Whether a resource of these API groups owns the object: its replacement renders the object again. */
function isOwnedBy({ body }: ExportedObject, groups: readonly string[]): boolean {
  return listAt(body, 'metadata', 'ownerReferences').some((owner) =>
    groups.includes(groupOf(textAt(owner, 'apiVersion'))),
  );
}
