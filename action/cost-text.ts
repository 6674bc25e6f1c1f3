import type { CostChange } from '../analysis/cost/cost.ts';
import { code } from '../shell/markdown.ts';
import type { Section } from './budget.ts';

/** Lists how the cost ceilings change, largest change first. */
export function costSection(cost: CostChange & { readonly currency: string; readonly period: string }): Section {
  const unit = `${cost.currency} a ${cost.period}`;
  const ranked = [...cost.tenants].sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
  return {
    head: `\n**Cost ceiling** (all quotas used up): ${signed(cost.delta)} ${unit}, to ${money(cost.total)}\n\n`,
    pieces: ranked.map(({ tenant, before, after }) => [
      `- ${code(tenant)}: ${money(before)} → ${money(after)} (${signed(after - before)})\n`,
    ]),
    foot: '',
    leftOut: (missing) => `- _and ${missing} more_\n`,
  };
}

function signed(amount: number): string {
  return `${amount < 0 ? '−' : '+'}${money(Math.abs(amount))}`;
}

/** Formats an amount with two decimal places and thousands separators. */
function money(amount: number): string {
  return amount.toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, ',');
}
