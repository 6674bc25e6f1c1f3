import type { Subscription } from '../cost/catalogue.ts';
import { type Instant, parseInstant } from '../cost/instant.ts';
import type { ActiveSubscription } from '../cost/row.ts';

type Named = Pick<Subscription, 'namespace' | 'name'>;

export function isSame(one: Named, other: Named): boolean {
  return one.namespace === other.namespace && one.name === other.name;
}

/** Whether a recorded Subscription has not ended yet. */
export function lastsAfter({ life: { activatedAt, deactivatedAt } }: ActiveSubscription, now: Instant): boolean {
  return deactivatedAt === undefined || deactivatedAt > Math.max(now, activatedAt);
}

/**
 * The record of a Subscription: the one with the start in its file, or else the one that has not ended, or else the one with the
 * end in its file, because fees from another start would be charged twice. A Subscription that ended does not start again: a new
 * file with its name defines a new Subscription.
 */
export function recordOf<One extends ActiveSubscription>(
  wanted: Subscription,
  { all, now }: { readonly all: readonly One[]; readonly now: Instant },
): One | undefined {
  const ofName = all.filter((one) => isSame(one, wanted));
  const start = instantOf(wanted.activatedAt);
  const end = instantOf(wanted.deactivatedAt);
  return (
    ofName.find(({ life }) => life.activatedAt === start) ??
    ofName.find((one) => lastsAfter(one, now)) ??
    ofName.find(({ life }) => end !== undefined && life.deactivatedAt === end)
  );
}

/** Whether a Subscription ends before it begins: at the start in its file, or else now. */
export function isOver({ activatedAt, deactivatedAt }: Subscription, now: Instant): boolean {
  const end = instantOf(deactivatedAt);
  return end !== undefined && end <= (instantOf(activatedAt) ?? now);
}

function instantOf(text: string | undefined): Instant | undefined {
  return text === undefined ? undefined : parseInstant(text);
}
