import { textAt } from '../../data/tree.ts';
import type { Source } from '../ledger/sources.ts';
import type { Work } from '../ledger/work.ts';
import { judgeNamespace } from '../tenancy/namespace-metadata.ts';
import type { TenantDraft } from '../tenancy/tenant-draft.ts';

const tenantLabels = ['capsule.clastix.io/tenant', 'projectcapsule.dev/tenant'];

function tenantOf({ body }: Source): string {
  const names = tenantLabels.map((label) => textAt(body, 'metadata', 'labels', label));
  return names.find((name) => name !== '') ?? '';
}

/** The Namespaces of the export that belong to a Tenant. */
export function namespacesOf({ name }: Source, { sources }: Work): readonly Source[] {
  return sources.filter((source) => isNamespace(source) && tenantOf(source) === name);
}

function isNamespace({ group, kind }: Source): boolean {
  return group === '' && kind === 'Namespace';
}

/** Each is listed in its Tenant, with what is on it alone. */
export function importNamespaces(drafts: ReadonlyMap<string, TenantDraft>, work: Work): void {
  for (const source of work.sources.filter(isNamespace)) {
    const name = tenantOf(source);
    const draft = drafts.get(name);
    if (draft) judgeNamespace({ source, tenant: draft.tenant }, work.ledger);
    else {
      const missing = `its Tenant ${name} is not in the export; import both together`;
      const how = name === '' ? 'it belongs to no tenant; keep its manifest elsewhere' : missing;
      work.ledger.judge(source, [], { fidelity: 'lost', how });
    }
  }
}
