import { parse } from '../../core/parse/parse.ts';
import { isError } from '../../core/problem/problem.ts';
import { isMapping, mappingAt } from '../../data/tree.ts';

/** The price of a unit of each quota resource: a core, a GiB, or a counted object. */
export interface PriceList {
  /** The currency to show: `EUR`. */
  readonly currency: string;
  /** The period of the prices: `month`. */
  readonly period: string;
  /** By the name of the quota resource: `requests.cpu`. */
  readonly prices: ReadonlyMap<string, number>;
}

export type PriceReading =
  | { readonly ok: true; readonly list: PriceList }
  | { readonly ok: false; readonly message: string };

const apiVersion = 'leasehold.dev/v1alpha1';

/**
 * Reads a committed file that contains a single PriceList: `spec: {currency: EUR, period: month, prices: {requests.cpu:
 * 9.5}}`.
 */
export function readPriceList(path: string, text: string): PriceReading {
  const { documents, problems } = parse([{ path, text }]);
  const [document, ...more] = documents;
  const problem = problems.find(isError);
  if (problem) return { ok: false, message: `${path}: ${problem.message}` };
  const body = document?.body;
  if (!isMapping(body) || more.length > 0 || body['apiVersion'] !== apiVersion || body['kind'] !== 'PriceList')
    return { ok: false, message: `${path} must contain exactly one PriceList of ${apiVersion}` };
  const { currency, period = 'month', prices } = mappingAt(body, 'spec');
  if (!isWord(currency) || !isWord(period))
    return { ok: false, message: `${path}: spec.currency and spec.period must each be a word of at most 20 letters` };
  if (!isMapping(prices))
    return { ok: false, message: `${path}: spec.prices must be a mapping of resources to prices` };
  const wrong = Object.entries(prices).find(([, price]) => !isPrice(price));
  if (wrong) return { ok: false, message: `${path}: spec.prices.${wrong[0]} must be a number of at least 0` };
  return { ok: true, list: { currency, period, prices: new Map(Object.entries(prices) as [string, number][]) } };
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^\p{L}{1,20}$/u.test(value);
}

function isPrice(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
