import { type Billable, billable } from '../cost/bill.ts';
import { type Catalogue, pricesOf, type Subscription } from '../cost/catalogue.ts';
import { hour as hourLength, type Instant, parseInstant } from '../cost/instant.ts';
import { type ActiveSubscription, feeRows, usageRows } from '../cost/row.ts';
import type { HourUsage } from '../cost/usage.ts';
import type { Period } from './read-rows.ts';
import type { UsageSource } from './source.ts';

/** The rows of a period that is measured without a database. */
export interface Measured {
  readonly rows: readonly Billable[];
  /** The number of hours with data. */
  readonly hours: number;
  /** The number of hours with data for less than 60 minutes. */
  readonly partialHours: number;
  /** The number of hours with usage, but without tenant labels. */
  readonly unlabeledHours: number;
  /** Subscriptions with a fee but without an activation time: only a database stores when they started. */
  readonly withoutBeginning: readonly string[];
}

interface Measuring {
  readonly source: UsageSource;
  readonly catalogue: Catalogue;
  readonly period: Period;
  readonly onHour: (usage: HourUsage) => void;
}

/** Reads one hour after another. Hours without data have only fees. */
export async function measure({ source, catalogue, period, onHour }: Measuring): Promise<Measured> {
  const subscriptions = catalogue.subscriptions.flatMap(active);
  const terms = { prices: pricesOf(catalogue), subscriptions };
  const rows: Billable[] = [];
  let [hours, partialHours, unlabeledHours] = [0, 0, 0];
  for (const hour of hoursIn(period)) {
    const usage = await source.readHour(hour);
    onHour(usage);
    if (usage.minutes > 0) hours++;
    if (usage.minutes > 0 && usage.minutes < 60) partialHours++;
    if (usage.minutes > 0 && usage.isUnlabeled) unlabeledHours++;
    const used = usage.minutes > 0 ? usageRows(usage, terms) : [];
    for (const row of [...used, ...feeRows(hour, subscriptions)]) rows.push(billable(row));
  }
  const unknown = catalogue.subscriptions.filter(({ fee, activatedAt }) => fee && activatedAt === undefined);
  const withoutBeginning = unknown.map(({ namespace, name }) => `${namespace}/${name}`);
  return { rows, hours, partialHours, unlabeledHours, withoutBeginning };
}

export function hoursIn({ from, to }: Period): readonly Instant[] {
  return Array.from({ length: Math.max(0, (to - from) / hourLength) }, (_, index) => from + index * hourLength);
}

function active({ activatedAt, deactivatedAt, ...rest }: Subscription): readonly ActiveSubscription[] {
  const begin = activatedAt === undefined ? undefined : parseInstant(activatedAt);
  const end = deactivatedAt === undefined ? undefined : parseInstant(deactivatedAt);
  // Without a start time, usage prices apply from the first hour, but no fee is charged.
  if (begin === undefined) {
    const { fee: _fee, ...metered } = rest;
    return [{ ...metered, life: { activatedAt: 0, deactivatedAt: end } }];
  }
  return [{ ...rest, life: { activatedAt: begin, deactivatedAt: end } }];
}
