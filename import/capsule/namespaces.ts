import { textAt } from '../../data/tree.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { recordNamespace } from '../tenancy/namespace-metadata.ts';
import type { TenantResources } from '../tenancy/tenant-resources.ts';

const tenantLabels = ['capsule.clastix.io/tenant', 'projectcapsule.dev/tenant'];

function tenantOf({ body }: ExportedObject): string {
  const names = tenantLabels.map((label) => textAt(body, 'metadata', 'labels', label));
  return names.find((name) => name !== '') ?? '';
}

/** The Namespaces of the export that belong to a Tenant. */
export function namespacesOf({ name }: ExportedObject, { objects }: ImportRun): readonly ExportedObject[] {
  return objects.filter((source) => isNamespace(source) && tenantOf(source) === name);
}

function isNamespace({ group, kind }: ExportedObject): boolean {
  return group === '' && kind === 'Namespace';
}

/** Lists each namespace in its Tenant, with the metadata that only it has. */
export function importNamespaces(resources: ReadonlyMap<string, TenantResources>, run: ImportRun): void {
  for (const source of run.objects.filter(isNamespace)) {
    const name = tenantOf(source);
    const resource = resources.get(name);
    if (resource) recordNamespace({ source, tenant: resource.tenant }, run.ledger);
    else {
      const missing = `its Tenant ${name} is not in the export; import both together`;
      const how = name === '' ? 'it belongs to no tenant; keep its manifest elsewhere' : missing;
      run.ledger.record(source, [], { fidelity: 'lost', how });
    }
  }
}
