import { formatMicros } from '../../cost/money.ts';
import { groupBy } from '../../data/group-by.ts';
import { own } from '../../data/own.ts';
import type { BillLine, BillView } from './bill.ts';
import { quantityOf } from './ceiling.ts';
import type { QuotaView } from './quota.ts';

/** A tenant's usage in a period, compared with its quotas. */
export interface TenantUse {
  /** The tenant's part of the bill, with a line for each workload. */
  readonly bill: BillView;
  readonly namespaces: readonly NamespaceUse[];
}

export interface NamespaceUse {
  readonly namespace: string;
  /** Averages over the recorded hours, in cores and bytes. */
  readonly cpu: number;
  readonly memory: number;
  /** What the quotas of the namespace allow; undefined if they do not limit it. */
  readonly quota: { readonly cpu: number | undefined; readonly memory: number | undefined };
}

const gibi = 1024 ** 3;

/** The usage of one tenant, from a bill by workload. */
export function tenantUse(tenant: string, bill: BillView, quota: QuotaView): TenantUse {
  const own = ofTenant(tenant, bill);
  const used = groupBy(own.lines, ({ namespace }) => namespace);
  const names = [...used.keys(), ...quota.namespaces.map(({ namespace }) => namespace)].filter((name) => name !== '');
  return {
    bill: own,
    namespaces: [...new Set(names)].sort().flatMap((namespace): readonly NamespaceUse[] => {
      const lines = used.get(namespace) ?? [];
      const average = (meter: 'cpuHour' | 'ramGbHour') =>
        lines.reduce((sum, { quantities }) => sum + quantities[meter], 0) / Math.max(1, bill.hours);
      const [cpu, memory] = [average('cpuHour'), average('ramGbHour') * gibi];
      const hard = { cpu: hardIn(quota, namespace, 'cpu'), memory: hardIn(quota, namespace, 'memory') };
      const isEmpty = cpu + memory === 0 && hard.cpu === undefined && hard.memory === undefined;
      return isEmpty ? [] : [{ namespace, cpu, memory, quota: hard }];
    }),
  };
}

function hardIn({ namespaces }: QuotaView, namespace: string, resource: string): number | undefined {
  const amounts = namespaces
    .filter((one) => one.namespace === namespace)
    .flatMap(({ amounts: { [`requests.${resource}`]: requests, [resource]: plain } }) => requests ?? plain ?? []);
  return amounts.length === 0 ? undefined : Math.min(...amounts.map(quantityOf));
}

function ofTenant(tenant: string, bill: BillView): BillView {
  const lines = bill.lines.filter((line) => line.category === 'tenant' && line.tenant === tenant);
  const total = sumOf(lines);
  return {
    ...bill,
    ...{ total, before: undefined },
    lines: lines.map((line) => ({ ...line, share: Number(total) === 0 ? 0 : Number(line.cost) / Number(total) })),
    days: bill.days.map(({ day, costs }) => ({ day, costs: { [tenant]: own(costs, tenant) ?? 0 } })),
  };
}

/** The exact sum of decimals with six digits. */
function sumOf(lines: readonly BillLine[]): string {
  return formatMicros(lines.reduce((sum, { cost }) => sum + BigInt(cost.replace('.', '')), 0n));
}
