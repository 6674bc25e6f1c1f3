import { judgeClusterFields } from '../ledger/cluster-fields.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun, SourceSystem } from '../ledger/import-run.ts';
import { judgeOther } from '../ledger/other-objects.ts';
import { instead } from './instead.ts';
import { importNamespaces, namespacesOf } from './namespaces.ts';
import { importOwners } from './owners.ts';
import { importTenant } from './tenant.ts';

export const groups = ['capsule.clastix.io', 'projectcapsule.dev'];

/** A cluster of Capsule: its Tenants of v1beta2 with their namespaces, as Tenants of MTO. */
export const capsule: SourceSystem = {
  title: 'Capsule',
  import: (run) => {
    for (const source of run.objects) judgeClusterFields(source, run.ledger, isCapsules);
    const tenants = run.objects.filter(isTenant);
    const resources = new Map(
      tenants.map((source) => [source.name, importTenant(source, namespacesOf(source, run), run)]),
    );
    importOwners(tenants, resources, run);
    importNamespaces(resources, run);
    for (const source of run.objects) if (!isTenant(source)) judgeRest(source, run);
  },
};

/** Labels and annotations that Capsule writes, on namespaces above all. */
function isCapsules(key: string): boolean {
  return /^(?:[a-z.]+\.)?(?:capsule\.clastix\.io|projectcapsule\.dev)\//.test(key);
}

function isTenant({ apiVersion, kind }: ExportedObject): boolean {
  return apiVersion === 'capsule.clastix.io/v1beta2' && kind === 'Tenant';
}

function judgeRest(source: ExportedObject, run: ImportRun): void {
  if (run.ledger.isJudged(source, ['apiVersion'])) return;
  const how = groups.some((group) => source.group.endsWith(group)) ? instead(source) : undefined;
  if (how === undefined) judgeOther(source, run, groups);
  else run.ledger.judge(source, [], { fidelity: 'lost', how });
}
