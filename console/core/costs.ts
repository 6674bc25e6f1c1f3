import type { Catalogue } from '../../cost/catalogue.ts';
import type { BillQuery, BillView } from '../model/bill.ts';
import { namespaceRows } from '../model/namespaces.ts';
import { quotaView } from '../model/quota.ts';
import { billView, newestDays } from '../model/recorded-bill.ts';
import { type TenantUse, tenantUse } from '../model/tenant-use.ts';
import type { World } from '../model/world.ts';

/** A commit, or undefined for the current files. */
type At = string | undefined;

interface Sources {
  /** The recording, as text. */
  readonly usage: () => Promise<string | undefined>;
  readonly worldAt: (at: At) => Promise<World>;
  readonly catalogueAt: (at: At) => Promise<Catalogue | undefined>;
}

/** Requests about costs. Except for `labels`, their responses are undefined without a recording or without prices. */
export function costs(sources: Sources) {
  const { usage, worldAt } = sources;
  const bill = (at: At, query: BillQuery) => billAt(at, query, sources);
  return {
    bill,
    /** The bill of the last seven recorded days. */
    recentCosts: async (at: At) => {
      const recording = await usage();
      const query = { by: 'tenant', sharesIdle: false, compares: false };
      return recording === undefined ? undefined : bill(at, { ...query, ...newestDays(recording, 7) });
    },
    tenantUse: async (at: At, name: string): Promise<TenantUse | undefined> => {
      const all = await bill(at, { by: 'workload', from: '', to: '', sharesIdle: false, compares: false });
      return all && tenantUse(name, all, quotaView(name, await worldAt(at)));
    },
    labels: async (at: At) => labelNames(await worldAt(at)),
  };
}

async function billAt(
  at: At,
  query: BillQuery,
  { usage, worldAt, catalogueAt }: Sources,
): Promise<BillView | undefined> {
  const [recording, world, catalogue] = [await usage(), await worldAt(at), await catalogueAt(at)];
  if (recording === undefined || catalogue === undefined) return undefined;
  const labels = new Map(namespaceRows(world).map((row) => [row.name, new Map(row.labels)]));
  const labelOf = (namespace: string, label: string) => labels.get(namespace)?.get(label) ?? '';
  return billView(recording, catalogue, { ...query, labelOf });
}

/** The labels of namespaces, by which costs can be grouped. */
function labelNames(world: World): readonly string[] {
  return [...new Set(namespaceRows(world).flatMap(({ labels }) => labels.map(([name]) => name)))].sort();
}
