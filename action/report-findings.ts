import { type Change, type Risk, risks } from '../analysis/diff/change.ts';
import { count } from '../shell/text.ts';
import type { Section } from './budget.ts';
import { riskNames } from './change-summary.ts';
import type { Links } from './links.ts';
import { code } from './markdown.ts';
import { objectLine } from './object-text.ts';
import { riskTitle } from './risk-marks.ts';

/** The most objects that a risk lists; the sections of the tenants have all. */
const mostObjects = 10;

/** The report has the names of these tenants at its top, or nothing to explain. */
const isNamedAbove: ReadonlySet<Risk> = new Set(['tenant-removed', 'tenant-added', 'routine']);

/** For each other risk, what it means and the objects that have it. */
export function findingSections(changes: readonly Change[], links: Links): readonly Section[] {
  return riskNames
    .filter((risk) => !isNamedAbove.has(risk))
    .map((risk) => [risk, changes.filter((change) => change.risk === risk)] as const)
    .filter(([, own]) => own.length > 0)
    .map(([risk, own]) => findingSection(risk, own, links));
}

function findingSection(risk: Risk, own: readonly Change[], links: Links): Section {
  const more = (missing: number) => (missing > 0 ? `- _and ${count(missing, 'more object')}_\n` : '');
  const shown = own.slice(0, mostObjects);
  return {
    head: `\n**${riskTitle(risk)}** (${own.length}): ${risks[risk]}\n\n`,
    pieces: shown.map((change) => [findingLine(change, links), findingLine({ ...change, source: '' }, links)]),
    foot: more(own.length - shown.length),
    leftOut: more,
  };
}

function findingLine(change: Change, links: Links): string {
  const { action, source, tenant } = change;
  const where = source === '' || action === 'removed' ? '' : ` — ${links.change(source)}`;
  return `- ${code(tenant)} ${objectLine(change)}${where}\n`;
}
