import type { Commit } from '../data/snapshot.ts';
import type { BillQuery, BillView } from '../model/bill.ts';
import type { LineView } from '../model/blame-views.ts';
import type { NamespaceRow } from '../model/namespaces.ts';
import type { QuotaView } from '../model/quota.ts';
import type { TenantHistory } from '../model/tenant-history.ts';
import { type TenantUse, tenantUse } from '../model/tenant-use.ts';
import type { Member } from './member-reader.ts';

type At = string | undefined;

/** A bill, or a note that there is none. */
type Costs = BillView | { readonly available: false };

/** The number of days in the chart of the first page. */
const recentDays = 7;

const whole = { from: '', to: '', compares: false, sharesIdle: false } as const;

/** Costs of the person's tenants. Only roles of the platform also see idle capacity and the costs of others. */
export function memberCosts({ read }: Member) {
  const bill = async (path: string, at: At, { by, from, to, compares, sharesIdle }: BillQuery) => {
    const query = {
      at,
      by,
      from: from || undefined,
      to: to || undefined,
      compare: compares ? 'prev' : undefined,
      share: sharesIdle ? 'idle' : undefined,
    };
    const costs = await read<Costs>(path, query);
    return 'lines' in costs ? costs : undefined;
  };
  return {
    bill: (at: At, query: BillQuery) => bill('/costs', at, query),
    recentCosts: async (at: At) => {
      const all = await bill('/costs', at, { ...whole, by: 'tenant' });
      return all && { ...all, days: all.days.slice(-recentDays) };
    },
    tenantUse: async (at: At, name: string): Promise<TenantUse | undefined> => {
      const path = pathOf(name);
      const own = await bill(`${path}/cost`, at, { ...whole, by: 'workload' });
      return own && tenantUse(name, own, await read<QuotaView>(`${path}/quota`, { at }));
    },
    labels: async (at: At) => {
      const rows = await read<readonly NamespaceRow[]>('/namespaces', { at });
      return [...new Set(rows.flatMap(({ labels }) => labels.map(([label]) => label)))].sort();
    },
  };
}

const maxCommits = 50;

/** Who changed the person's tenants. Only administrators can compare whole commits. */
export function memberHistory({ read }: Member) {
  return {
    tenantHistory: async (at: At, name: string): Promise<TenantHistory> => {
      const query = { at, limit: String(maxCommits) };
      const commits = await read<readonly Commit[]>(`${pathOf(name)}/history`, query);
      return {
        commits: commits.map((commit) => ({ ...commit, parent: undefined })),
        isComplete: commits.length < maxCommits,
      };
    },
    blameObject: async (at: At, tenant: string, object: string): Promise<readonly LineView[]> => {
      const { lines } = await read<{ readonly lines: readonly GatewayLine[] }>(`${pathOf(tenant)}/blame`, {
        at,
        object,
      });
      return lines.map(({ text, commit }) => ({ text, from: commit === null ? 'older' : { ...unnamed, ...commit } }));
    },
  };
}

/** The message of a commit that changes no file of the tenant is omitted, because it can name other tenants. */
interface GatewayLine {
  readonly text: string;
  readonly commit: (Partial<Commit> & Pick<Commit, 'sha' | 'date'>) | null;
}

const unnamed = { author: '', subject: '', request: undefined };

function pathOf(tenant: string): string {
  return `/tenants/${encodeURIComponent(tenant)}`;
}
