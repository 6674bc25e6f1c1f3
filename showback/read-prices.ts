import { bookPrices } from '../analysis/cost/book-prices.ts';
import { type PriceReading, readPriceList } from '../analysis/cost/price-list.ts';
import type { Manifest } from '../leasehold.ts';
import { findCatalogue } from './find-catalogue.ts';

/** The path of the price file in a repository. */
export const priceFile = '.leasehold/prices.yaml';

/** The prices of the file or, without a file, those of the active price book. Undefined without either. */
export function readPrices(
  file: { readonly path: string; readonly text: string } | undefined,
  objects: readonly Manifest[],
): PriceReading | undefined {
  if (file) return readPriceList(file.path, file.text);
  const catalogue = findCatalogue(objects);
  return catalogue && { ok: true, list: bookPrices(catalogue) };
}
