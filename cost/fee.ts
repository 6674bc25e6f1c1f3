import { day, hour, type Instant, monthStart, monthsBetween } from './instant.ts';
import type { Micros } from './money.ts';

export const alignments = ['ActivatedAt', 'HourBoundary', 'DayBoundary', 'MonthBoundary'] as const;
export type Alignment = (typeof alignments)[number];

/** A recurring fee. Each tick is a period and costs the price. The first tick costs its share [sources: finops-4]. */
export interface Fee {
  readonly priceMicros: number;
  /** `90m` for ticks from the activation on; otherwise a number of hours, days or months. */
  readonly period: string;
  readonly alignment: Alignment;
}

/** The beginning of a subscription, and its end if it has one. */
export interface Activation {
  readonly activatedAt: Instant;
  readonly deactivatedAt?: Instant | undefined;
}

/** Seconds of an average month, 30.4375 days, for shares of a month. */
const nominalMonth = 2_629_800;

/** Whether the period has the format that its alignment requires: 1 to 999999999 with a unit, or 1 to 999999 without. */
export function isPeriod(period: string, alignment: Alignment): boolean {
  return alignment === 'ActivatedAt' ? /^0*[1-9][0-9]{0,8}[hms]$/.test(period) : /^0*[1-9][0-9]{0,5}$/.test(period);
}

/**
 * The fee for the time from `start` until before `end`, in micros. Depends only on its arguments, so that the fees of
 * adjacent windows add up to the fee of both [sources: finops-4].
 */
export function feeIn(fee: Fee, life: Activation, start: Instant, end: Instant): Micros {
  const last = life.deactivatedAt === undefined ? undefined : nextTick(fee, life.activatedAt, life.deactivatedAt);
  const clamp = (instant: Instant) => (last !== undefined && instant > last ? last : instant);
  return feeUntil(fee, life.activatedAt, clamp(end)) - feeUntil(fee, life.activatedAt, clamp(start));
}

function feeUntil(fee: Fee, activatedAt: Instant, until: Instant): Micros {
  const ticks = ticksUntil(fee, activatedAt, until);
  return ticks === 0 ? 0n : BigInt(ticks - 1) * BigInt(fee.priceMicros) + firstTick(fee, activatedAt);
}

/**
 * The first tick of an aligned fee can be shorter. It costs its share of the price, rounded down to micros. A share of
 * months is relative to months of average length, so a first month of 31 days costs more than the price.
 */
function firstTick(fee: Fee, activatedAt: Instant): Micros {
  const price = BigInt(fee.priceMicros);
  const span = tickAt(fee, activatedAt, 1) - activatedAt;
  return (price * BigInt(span)) / BigInt(fullPeriod(fee, span));
}

function fullPeriod({ alignment, period }: Fee, span: number): number {
  if (alignment === 'ActivatedAt') return span;
  return Number(period) * { HourBoundary: hour, DayBoundary: day, MonthBoundary: nominalMonth }[alignment];
}

/** The number of ticks that end after the activation, and not after the instant. */
function ticksUntil(fee: Fee, activatedAt: Instant, until: Instant): number {
  const first = tickAt(fee, activatedAt, 1);
  if (until < first) return 0;
  if (fee.alignment === 'MonthBoundary') return Math.floor(monthsBetween(activatedAt, until) / Number(fee.period));
  return 1 + Math.floor((until - first) / (tickAt(fee, activatedAt, 2) - first));
}

/** The end of the tick with this number, which counts from 1. */
function tickAt({ alignment, period }: Fee, activatedAt: Instant, number: number): Instant {
  if (alignment === 'MonthBoundary') return monthStart(activatedAt, Number(period) * number);
  if (alignment === 'DayBoundary') return nextMultiple(activatedAt, day) + (number - 1) * Number(period) * day;
  if (alignment === 'HourBoundary') {
    const length = Number(period) * hour;
    return nextMultiple(activatedAt, length) + (number - 1) * length;
  }
  const unit = { h: hour, m: 60, s: 1 }[period.at(-1) as 'h' | 'm' | 's'];
  return activatedAt + number * Number(period.slice(0, -1)) * unit;
}

function nextMultiple(instant: Instant, length: number): Instant {
  return (Math.floor(instant / length) + 1) * length;
}

/** The end of the tick that contains an instant: the last tick is charged in full. */
function nextTick(fee: Fee, activatedAt: Instant, instant: Instant): Instant {
  const ticks = ticksUntil(fee, activatedAt, instant);
  const reached = ticks === 0 ? activatedAt : tickAt(fee, activatedAt, ticks);
  return reached === instant ? instant : tickAt(fee, activatedAt, ticks + 1);
}
