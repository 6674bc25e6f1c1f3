import { recordClusterFields } from '../ledger/cluster-fields.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun, SourceSystem } from '../ledger/import-run.ts';
import { recordOther } from '../ledger/other-objects.ts';
import { alternativeTo } from './alternatives.ts';
import { importNamespaces, namespacesOf } from './namespaces.ts';
import { importOwners } from './owners.ts';
import { importTenant } from './tenant.ts';

export const capsuleGroups = ['capsule.clastix.io', 'projectcapsule.dev'];

/** Imports from Capsule: its v1beta2 Tenants and their namespaces become Tenants of MTO. */
export const capsule: SourceSystem = {
  title: 'Capsule',
  import: (run) => {
    for (const source of run.objects) recordClusterFields(source, run.ledger, isCapsules);
    const tenants = run.objects.filter(isCapsuleTenant);
    const resources = new Map(
      tenants.map((source) => [source.name, importTenant(source, namespacesOf(source, run), run)]),
    );
    importOwners(tenants, resources, run);
    importNamespaces(resources, run);
    for (const source of run.objects) if (!isCapsuleTenant(source)) recordRest(source, run);
  },
};

/** True for labels and annotations that Capsule sets, mostly on namespaces. */
function isCapsules(key: string): boolean {
  return /^(?:[a-z.]+\.)?(?:capsule\.clastix\.io|projectcapsule\.dev)\//.test(key);
}

function isCapsuleTenant({ apiVersion, kind }: ExportedObject): boolean {
  return apiVersion === 'capsule.clastix.io/v1beta2' && kind === 'Tenant';
}

function recordRest(source: ExportedObject, run: ImportRun): void {
  if (run.ledger.isRecorded(source, ['apiVersion'])) return;
  const how = capsuleGroups.some((group) => source.group.endsWith(group)) ? alternativeTo(source) : undefined;
  if (how === undefined) recordOther(source, run, capsuleGroups);
  else run.ledger.record(source, [], { fidelity: 'lost', how });
}
