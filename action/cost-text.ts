import type { CostChange } from '../analysis/cost/cost.ts';
import { code } from '../shell/markdown.ts';
import { byDifference, money, signed } from '../shell/money.ts';
import type { Section } from './budget.ts';

/** Lists how the cost ceilings change, largest change first. */
export function costSection(cost: CostChange & { readonly currency: string; readonly period: string }): Section {
  const unit = `${cost.currency} per ${cost.period}`;
  return {
    head: `\n**Cost ceiling** (if all quotas are fully used): ${signed(cost.delta)} ${unit}, to ${money(cost.total)}\n\n`,
    pieces: byDifference(cost.tenants).map(({ tenant, before, after }) => [
      `- ${code(tenant)}: ${money(before)} → ${money(after)} (${signed(after - before)})\n`,
    ]),
    foot: '',
    leftOut: (missing) => `- _and ${missing} more_\n`,
  };
}
