import { costChange } from '../analysis/cost/cost.ts';
import type { Comparable } from '../analysis/diff/change.ts';
import type { Manifest } from '../leasehold.ts';
import { readPrices } from '../showback/read-prices.ts';
import type { ActionRun } from './action-run.ts';
import { readCommittedFile } from './committed-file.ts';
import type { ChangeReport } from './report.ts';

export type CostResult =
  | { readonly ok: true; readonly cost: NonNullable<ChangeReport['cost']> }
  | { readonly ok: false; readonly message: string };

interface Versions {
  readonly before: { readonly objects: readonly Comparable[] };
  readonly after: { readonly objects: readonly Manifest[] };
}

/**
 * How the cost ceiling changes, with the prices of the committed file or the PriceBook. Undefined without either, and
 * if the input price-file is empty.
 */
export function readCost(run: ActionRun, { before, after }: Versions): CostResult | undefined {
  if (run.inputs.priceFile === '') return undefined;
  const committed = readCommittedFile(run, 'price-file');
  if (!committed.ok) return committed;
  const result = readPrices(committed.file, after.objects);
  if (!result?.ok) return result;
  const { currency, period } = result.list;
  return { ok: true, cost: { ...costChange(result.list, before.objects, after.objects), currency, period } };
}
