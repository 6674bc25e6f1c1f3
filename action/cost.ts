import { costChange } from '../analysis/cost/cost.ts';
import { readPriceList } from '../analysis/cost/price-list.ts';
import type { Comparable } from '../analysis/diff/change.ts';
import type { ActionRun } from './action-run.ts';
import type { ChangeReport } from './report.ts';

export type CostResult =
  | { readonly ok: true; readonly cost: NonNullable<ChangeReport['cost']> }
  | { readonly ok: false; readonly message: string };

/** The change of the cost ceiling according to the committed price file. Undefined without a price file. */
export function readCost(
  { inputs: { priceFile }, ports: { files } }: ActionRun,
  { before, after }: Readonly<Record<'before' | 'after', { readonly objects: readonly Comparable[] }>>,
): CostResult | undefined {
  if (priceFile === '' || files.kindOf(priceFile) !== 'file') return undefined;
  if (!files.isInside(priceFile)) return { ok: false, message: `${priceFile} is a link that leaves the workspace` };
  const result = readPriceList(priceFile, files.readText(priceFile) ?? '');
  if (!result.ok) return result;
  const { currency, period } = result.list;
  return { ok: true, cost: { ...costChange(result.list, before.objects, after.objects), currency, period } };
}
