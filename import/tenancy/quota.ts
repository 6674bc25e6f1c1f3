import { childrenOf, listAt, type Path, valueAt } from '../../data/tree.ts';
import { formatMilli, milli } from '../../kubernetes/quantity.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { keptAt, type Verdict } from '../ledger/ledger.ts';
import { type OutputResource, setField } from '../ledger/output.ts';

/** A ResourceQuotaSpec somewhere in an object. */
export interface QuotaSpec {
  readonly source: ExportedObject;
  readonly path: Path;
}

/**
 * Puts the amounts of several specs into a Quota, each as many times as given. Kubernetes holds to the lowest of several
 * bounds of one resource, so that one is written.
 */
export function addHard(quota: OutputResource, specs: readonly QuotaSpec[], { ledger }: ImportRun, times = 1n): void {
  const all = specs.flatMap((spec) => amountsOf(spec));
  for (const { source, path, name, amount } of all) {
    const lowest = all.filter((one) => one.name === name).reduce((a, b) => (milli(b.amount) < milli(a.amount) ? b : a));
    const to = ['spec', 'resourcequota', 'hard', name];
    const total = times === 1n ? lowest.amount : multiplied(lowest.amount, times);
    const how = `${name} is bounded by another quota of the export already, at ${lowest.amount}`;
    const verdict: Verdict =
      milli(amount) > milli(lowest.amount)
        ? { fidelity: 'exact', how }
        : hardVerdict(quota, { to, total, amount, times });
    ledger.judge(source, path, verdict);
  }
}

interface Amount extends QuotaSpec {
  readonly name: string;
  readonly amount: string | number;
}

function amountsOf({ source, path }: QuotaSpec): readonly Amount[] {
  return childrenOf(valueAt(source.body, ...path, 'hard')).flatMap(([name, amount]) =>
    isQuantity(amount) ? [{ source, path: [...path, 'hard', name], name: String(name), amount }] : [],
  );
}

interface Hard {
  readonly to: Path;
  readonly total: string | number;
  readonly amount: string | number;
  readonly times: bigint;
}

function hardVerdict(quota: OutputResource, { to, total, amount, times }: Hard): Verdict {
  const kept = keptAt(setField(quota, to, total), total === amount || times > 1n ? undefined : 'in another spelling');
  if (times === 1n) return kept;
  const how = `${amount} for each of ${times} namespaces is ${total} for all, which is dealt to them evenly`;
  return { ...kept, fidelity: 'approximated', how };
}

function isQuantity(amount: unknown): amount is string | number {
  const isText = typeof amount === 'string' || typeof amount === 'number';
  return isText && /^[0-9]+(?:\.[0-9]+)?(?:m|k|Ki|[MGTPE]i?)?$/.test(String(amount));
}

function multiplied(amount: string | number, times: bigint): string {
  return formatMilli(milli(amount) * times, String(amount).endsWith('i') ? 'binary' : 'decimal');
}

/** Puts limits into a Quota, one of each type: a LimitRange has no second of a type to give. */
export function addLimits(quota: OutputResource, source: ExportedObject, path: Path, { ledger }: ImportRun): void {
  for (const [index, limit] of listAt(source.body, ...path).entries()) {
    const at = [...path, index];
    const known = listAt(quota.body, 'spec', 'limitrange', 'limits');
    const type = valueAt(limit, 'type');
    if (known.some((one) => valueAt(one, 'type') === type)) {
      const how = `limits of type ${String(type)} are in the Quota already; write one entry that means both`;
      ledger.judge(source, at, { fidelity: 'lost', how });
    } else ledger.judge(source, at, keptAt(setField(quota, ['spec', 'limitrange', 'limits', known.length], limit)));
  }
}
