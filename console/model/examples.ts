import { contracts, type KindId } from '../../build/contracts.ts';
import { documents } from '../../build/documents.ts';
import { currentKind } from '../../leasehold.ts';

/** An example document for each kind. */
export interface Example {
  /** `Tenant (tenantoperator.stakater.com/v1beta3)` */
  readonly title: string;
  readonly text: string;
}

/** An example of each kind, except kinds that have a newer version. */
export function examples(): readonly Example[] {
  const ids = (Object.keys(contracts) as KindId[]).filter((id) => currentKind(id) === id);
  const all = ids.map((id) => {
    const { kind, apiVersion } = contracts[id];
    return { title: `${kind} (${apiVersion})`, text: exampleOf(documents[id]) };
  });
  return all.sort((a, b) => (a.title < b.title ? -1 : 1));
}

function exampleOf({ example }: { readonly example: string }): string {
  return example;
}
