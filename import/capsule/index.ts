import { judgeClusterFields } from '../ledger/cluster-fields.ts';
import { judgeOther } from '../ledger/other-objects.ts';
import type { Source } from '../ledger/sources.ts';
import type { System, Work } from '../ledger/work.ts';
import { instead } from './instead.ts';
import { importNamespaces, namespacesOf } from './namespaces.ts';
import { importOwners } from './owners.ts';
import { importTenant } from './tenant.ts';

export const groups = ['capsule.clastix.io', 'projectcapsule.dev'];

/** A cluster of Capsule: its Tenants of v1beta2 with their namespaces, as Tenants of MTO. */
export const capsule: System = {
  title: 'Capsule',
  import: (work) => {
    for (const source of work.sources) judgeClusterFields(source, work.ledger, isCapsules);
    const tenants = work.sources.filter(isTenant);
    const drafts = new Map(
      tenants.map((source) => [source.name, importTenant(source, namespacesOf(source, work), work)]),
    );
    importOwners(tenants, drafts, work);
    importNamespaces(drafts, work);
    for (const source of work.sources) if (!isTenant(source)) judgeRest(source, work);
  },
};

/** Labels and annotations that Capsule writes, on namespaces above all. */
function isCapsules(key: string): boolean {
  return /^(?:[a-z.]+\.)?(?:capsule\.clastix\.io|projectcapsule\.dev)\//.test(key);
}

function isTenant({ apiVersion, kind }: Source): boolean {
  return apiVersion === 'capsule.clastix.io/v1beta2' && kind === 'Tenant';
}

function judgeRest(source: Source, work: Work): void {
  if (work.ledger.isJudged(source, ['apiVersion'])) return;
  const how = groups.some((group) => source.group.endsWith(group)) ? instead(source) : undefined;
  if (how === undefined) judgeOther(source, work, groups);
  else work.ledger.judge(source, [], { fidelity: 'lost', how });
}
