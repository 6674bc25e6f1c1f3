import { childrenOf, listAt, type Path, valueAt } from '../../data/tree.ts';
import { formatMilli, milli } from '../../kubernetes/quantity.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { keptEntry, type LedgerEntry } from '../ledger/ledger.ts';
import { type OutputResource, setField } from '../ledger/output.ts';

/** A ResourceQuotaSpec in an object. */
export interface QuotaSpecLocation {
  readonly source: ExportedObject;
  readonly path: Path;
}

/**
 * Adds the amounts of several specs to a Quota, multiplied by `times`. Writes the lowest of several limits for a
 * resource, because Kubernetes enforces that one.
 */
export function addHard(
  quota: OutputResource,
  specs: readonly QuotaSpecLocation[],
  { ledger }: ImportRun,
  times = 1n,
): void {
  const all = specs.flatMap((spec) => amountsOf(spec));
  for (const { source, path, name, amount } of all) {
    const lowest = all.filter((one) => one.name === name).reduce((a, b) => (milli(b.amount) < milli(a.amount) ? b : a));
    const to = ['spec', 'resourcequota', 'hard', name];
    const total = times === 1n ? lowest.amount : multiplied(lowest.amount, times);
    const how = `${name} is bounded by another quota of the export already, at ${lowest.amount}`;
    const entry: LedgerEntry =
      milli(amount) > milli(lowest.amount)
        ? { fidelity: 'exact', how }
        : hardEntry(quota, { to, total, amount, times });
    ledger.record(source, path, entry);
  }
}

interface Amount extends QuotaSpecLocation {
  readonly name: string;
  readonly amount: string | number;
}

function amountsOf({ source, path }: QuotaSpecLocation): readonly Amount[] {
  return childrenOf(valueAt(source.body, ...path, 'hard')).flatMap(([name, amount]) =>
    isQuantity(amount) ? [{ source, path: [...path, 'hard', name], name: String(name), amount }] : [],
  );
}

interface HardAmount {
  readonly to: Path;
  readonly total: string | number;
  readonly amount: string | number;
  readonly times: bigint;
}

function hardEntry(quota: OutputResource, { to, total, amount, times }: HardAmount): LedgerEntry {
  const kept = keptEntry(
    setField(quota, to, total),
    total === amount || times > 1n ? undefined : 'in another spelling',
  );
  if (times === 1n) return kept;
  const how = `${amount} for each of ${times} namespaces is ${total} for all, which is split evenly over them`;
  return { ...kept, fidelity: 'approximated', how };
}

function isQuantity(amount: unknown): amount is string | number {
  const isText = typeof amount === 'string' || typeof amount === 'number';
  return isText && /^[0-9]+(?:\.[0-9]+)?(?:m|k|Ki|[MGTPE]i?)?$/.test(String(amount));
}

function multiplied(amount: string | number, times: bigint): string {
  return formatMilli(milli(amount) * times, String(amount).endsWith('i') ? 'binary' : 'decimal');
}

/** Adds limits to a Quota, at most one of each type. */
export function addLimits(quota: OutputResource, source: ExportedObject, path: Path, { ledger }: ImportRun): void {
  for (const [index, limit] of listAt(source.body, ...path).entries()) {
    const at = [...path, index];
    const known = listAt(quota.body, 'spec', 'limitrange', 'limits');
    const type = valueAt(limit, 'type');
    if (known.some((one) => valueAt(one, 'type') === type)) {
      const how = `limits of type ${String(type)} are in the Quota already; write one entry that means both`;
      ledger.record(source, at, { fidelity: 'lost', how });
    } else ledger.record(source, at, keptEntry(setField(quota, ['spec', 'limitrange', 'limits', known.length], limit)));
  }
}
