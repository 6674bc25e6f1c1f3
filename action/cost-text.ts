import { type CeilingChange, tenantTexts, totalText } from '../shell/ceiling.ts';
import { code } from '../shell/markdown.ts';
import type { Section } from './budget.ts';

/** Lists how the cost ceilings change, largest change first. */
export function costSection(cost: CeilingChange): Section {
  return {
    head: `\n**Cost ceiling** (if all quotas are fully used): ${totalText(cost)}\n\n`,
    pieces: tenantTexts(cost, code).map((text) => [`- ${text}\n`]),
    foot: '',
    leftOut: (missing) => `- _and ${missing} more_\n`,
  };
}
