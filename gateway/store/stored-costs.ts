import { type BillTerms, type BillView, billFrom, type Costs, labelIn } from '../../console/model/bill.ts';
import { periodOf } from '../../console/model/recorded-bill.ts';
import { groupings } from '../../cost/bill.ts';
import type { Catalogue } from '../../cost/catalogue.ts';
import { day, formatDay, formatInstant } from '../../cost/instant.ts';
import { nextStep, type Step, stepName } from '../../cost/step.ts';
import { groupBy } from '../../data/group-by.ts';
import { listed } from '../../data/listed.ts';
import { type Period, readRows, type Wanted } from '../../showback/read-rows.ts';
import { SourceError } from '../../showback/source.ts';
import type { Ledger } from '../../showback/store-hours.ts';
import { storedSpan } from '../../showback/stored-span.ts';
import type { Database } from './database.ts';
import { DatabaseUnavailable } from './unavailable.ts';

export interface StoredTerms extends BillTerms {
  /** The tenants of the bill; undefined for everything, including idle capacity. */
  readonly tenants: readonly string[] | undefined;
  readonly step: Step;
  /** How usage is measured. Defaults to the setting of the catalogue. */
  readonly basis: Ledger['basis'] | undefined;
}

/** The costs that the jobs of showback stored. */
export interface StoredCosts {
  /**
   * Reads what the bill needs, and returns a function that computes the bill. Undefined if no costs are stored. Rejects with
   * a SourceError for a period that cannot be billed, and with DatabaseUnavailable while the database is down.
   */
  readonly read: (catalogue: Catalogue, terms: StoredTerms) => Promise<(() => BillView) | undefined>;
}

/** The maximum number of steps in a bill. */
const maxSteps = 800;

/**
 * The maximum numbers of lines in a bill, and of amounts by tenant and step. All are in memory, and no other request gets a
 * response while a bill is computed. Each new workload, such as a pod without a controller, adds a line to a bill by workload.
 */
const limits = { lines: 50_000, amounts: 400_000 } as const;

/** A bill without a first day starts this number of days before the end of the stored costs. */
const defaultDays = 30;

export function openStoredCosts(database: Database, cluster: string): StoredCosts {
  return {
    read: (catalogue, terms) => {
      const ledger = { cluster, basis: terms.basis ?? catalogue.basis };
      return storedBill({ database, ledger, terms }, catalogue).catch(absentTables);
    },
  };
}

interface Reading {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly terms: StoredTerms;
}

const undefinedTable = '42P01';

/** Ignores the error of missing tables: no job has run yet. */
function absentTables(error: unknown): undefined {
  if (!(error instanceof DatabaseUnavailable) || error.code !== undefinedTable) throw error;
}

async function storedBill(reading: Reading, catalogue: Catalogue): Promise<(() => BillView) | undefined> {
  const { database, ledger, terms } = reading;
  const span = await storedSpan(database, ledger);
  if (!span) return undefined;
  const recent = terms.from === '' ? formatDay(Math.max(span.from, span.to - defaultDays * day)) : terms.from;
  const period = periodOf(span, { from: recent, to: terms.to }, 'costs are stored');
  const earlier = { from: period.from - (period.to - period.from), to: period.from };
  const current = await costsIn(period, reading);
  const past = terms.compares ? await costsIn(earlier, reading) : undefined;
  requireOneCurrency(current.currencies, 'this period', 'choose a shorter period');
  const currencies = [...current.currencies, ...(past?.currencies ?? [])];
  requireOneCurrency(
    currencies,
    'this period and the one before it',
    'choose a shorter period, or omit the parameter compare',
  );
  const currency = currencies[0] ?? catalogue.currency;
  const facts = {
    ...{ currency, priceBook: catalogue.priceBook, basis: ledger.basis, sample: undefined },
    recorded: { first: formatDay(span.from), last: formatDay(span.to - 1) },
    finalizedUntil: formatInstant(span.finalizedUntil),
  };
  return () => billFrom(current, past, { ...terms, ...facts });
}

function requireOneCurrency(found: readonly string[], periods: string, fix: string): void {
  const all = [...new Set(found)].sort();
  if (all.length > 1)
    throw new SourceError(`the costs of ${periods} are in ${listed(all)}, which cannot be added up; ${fix}`);
}

async function costsIn(
  period: Period,
  { database, ledger, terms }: Reading,
): Promise<Costs & { readonly currencies: readonly string[] }> {
  const { by, step, tenants } = terms;
  const starts = stepsIn(period, step);
  const isLabel = labelIn(by) !== undefined;
  const grouping = isLabel ? 'namespace' : (groupings.find((one) => one === by) ?? 'tenant');
  const read = (wanted: Pick<Wanted, 'by' | 'step' | 'maxRows'>) =>
    readRows(database, ledger, { period, tenants, ...wanted });
  const ofSteps = await read({ by: 'tenant', step, maxRows: limits.amounts });
  const { rows, hours, currencies } =
    grouping === 'tenant' ? ofSteps : await read({ by: grouping, maxRows: limits.lines });
  const ofStep = groupBy(ofSteps.rows, ({ start = 0 }) => stepName(step, start));
  return { ...period, hours, currencies, rows, steps: starts.map((name) => ({ name, rows: ofStep.get(name) ?? [] })) };
}

function stepsIn({ from, to }: Period, step: Step): readonly string[] {
  const names: string[] = [];
  for (let start = from; start < to; start = nextStep(step, start)) {
    if (names.length === maxSteps)
      throw new SourceError(`the period has more than ${maxSteps} steps; choose a shorter period or longer steps`);
    names.push(stepName(step, start));
  }
  return names;
}
