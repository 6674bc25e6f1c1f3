import { costChange } from '../analysis/cost/cost.ts';
import { readPriceList } from '../analysis/cost/price-list.ts';
import type { Rendering } from '../leasehold.ts';
import type { ActionRun } from './action-run.ts';
import type { Report } from './report.ts';

export type PricesReading =
  | { readonly ok: true; readonly cost: NonNullable<Report['cost']> }
  | { readonly ok: false; readonly message: string };

/** How the ceiling changes, by the committed price file; undefined where there is none. */
export function readPrices(
  { inputs: { priceFile }, ports: { files } }: ActionRun,
  { before, after }: { readonly before: Rendering; readonly after: Rendering },
): PricesReading | undefined {
  if (priceFile === '' || files.kindOf(priceFile) !== 'file') return undefined;
  if (!files.isInside(priceFile)) return { ok: false, message: `${priceFile} is a link that leaves the workspace` };
  const reading = readPriceList(priceFile, files.readText(priceFile) ?? '');
  if (!reading.ok) return reading;
  const { currency, period } = reading.list;
  return { ok: true, cost: { ...costChange(reading.list, before.objects, after.objects), currency, period } };
}
