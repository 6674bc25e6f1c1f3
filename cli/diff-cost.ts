import { costChange, type TenantCost } from '../analysis/cost/cost.ts';
import type { Manifest } from '../leasehold.ts';
import { type CeilingChange, isUnlimited, tenantTexts, totalText } from '../shell/ceiling.ts';
import { money } from '../shell/money.ts';
import { printable } from '../shell/text.ts';
import { priceFile, readPrices } from '../showback/read-prices.ts';
import type { Arguments } from './arguments.ts';
import type { Ports } from './ports.ts';
import { repositoryRoot } from './settings.ts';

export type DiffCostResult =
  | { readonly ok: true; readonly cost: CeilingChange | undefined }
  | { readonly ok: false; readonly message: string };

/** The change in the cost ceiling. Undefined without prices. */
export function costOfDiff(
  { before, after }: Readonly<Record<'before' | 'after', readonly Manifest[]>>,
  args: Arguments,
  { files }: Ports,
): DiffCostResult {
  const path = args.text('prices') ?? `${repositoryRoot(files)}${priceFile}`;
  const isFile = files.kindOf(path) === 'file';
  if (!isFile && args.text('prices') !== undefined) return { ok: false, message: `the file ${path} does not exist` };
  const prices = readPrices(isFile ? { path, text: files.readText(path) ?? '' } : undefined, after);
  if (prices && !prices.ok) return prices;
  if (!prices && args.text('max-cost-increase') !== undefined) return { ok: false, message: noPrices };
  if (!prices) return { ok: true, cost: undefined };
  const { currency, period } = prices.list;
  return { ok: true, cost: { ...costChange(prices.list, before, after), currency, period } };
}

const noPrices = `--max-cost-increase needs prices: add ${priceFile} or a PriceBook, or pass --prices FILE`;

/** The limit on the increase, or a message if it is not an amount. */
export function costLimit(args: Arguments): number | string | undefined {
  const stated = args.text('max-cost-increase');
  if (stated === undefined) return undefined;
  return /^\d{1,12}(?:\.\d+)?$/.test(stated)
    ? Number(stated)
    : `--max-cost-increase is ${stated}; it must be an amount such as 500 or 99.50`;
}

/** Each tenant whose ceiling changes, largest change first. Empty without a change. */
export function costText(cost: CeilingChange): string {
  if (cost.tenants.length === 0) return '';
  const rows = tenantTexts(cost, printable).map((text) => `  ${text}\n`);
  return `cost ceiling (if all quotas are fully used): ${totalText(cost)}\n${rows.join('')}`;
}

/** The message if the ceiling becomes unlimited or rises by more than the limit. */
export function costExcess(cost: CeilingChange | undefined, limit: number | undefined): string | undefined {
  if (cost === undefined || limit === undefined) return undefined;
  const [first] = cost.tenants.filter(isUnlimited);
  if (first) return `${lostText(first)}, which --max-cost-increase ${limit} rejects`;
  if (cost.delta <= limit) return undefined;
  const rise = `${money(cost.delta)} ${cost.currency} per ${cost.period}`;
  return `the cost ceiling rises by ${rise}, which --max-cost-increase ${limit} rejects`;
}

function lostText({ tenant, unlimited = [] }: TenantCost): string {
  return `the cost ceiling of ${tenant} is unlimited because no quota limits ${unlimited.map(printable).join(', ')}`;
}
