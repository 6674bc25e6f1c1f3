import { listAt, textAt } from '../../data/tree.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import { formatName } from '../../kubernetes/object-id.ts';
import { type ExportedObject, labelOf } from './exported-object.ts';
import type { ImportRun } from './import-run.ts';

/** Judges an object as a whole that no resource is made of. Its operator's own objects are nobody's to keep. */
export function judgeOther(source: ExportedObject, { ledger }: ImportRun, groups: readonly string[]): void {
  if (source.kind === 'Secret') {
    const how = 'a secret is never written; keep it in a vault, and render an ExternalSecret or a SealedSecret for it';
    ledger.judge(source, [], { fidelity: 'lost', how });
  } else if (isMadeBy(source, groups)) ledger.judge(source, [], { fidelity: 'cluster' });
  else {
    const how = `${formatName(source)} says nothing of tenants; keep its manifest where its application is kept`;
    ledger.judge(source, [], { fidelity: 'lost', how });
  }
}

/** Whether an operator's resource owns it, so that it is made anew from what replaces that resource. */
export function isMadeBy({ body }: ExportedObject, groups: readonly string[]): boolean {
  return listAt(body, 'metadata', 'ownerReferences').some((owner) =>
    groups.includes(groupOf(textAt(owner, 'apiVersion'))),
  );
}
