import { type Change, type Risk, risks } from '../analysis/diff/change.ts';
import { groupBy } from '../data/group-by.ts';
import { shortList } from '../data/short-list.ts';
import { code } from '../shell/markdown.ts';
import { count } from '../shell/text.ts';
import type { Section } from './budget.ts';
import { riskNames } from './change-summary.ts';
import type { Links } from './links.ts';
import { changeLine, objectLine, reasonsOf } from './object-text.ts';
import { riskTitle } from './risk-marks.ts';

/** The maximum number of lines per risk. */
const maxLines = 10;

/** The maximum number of tenants per line. */
const maxTenants = 10;

/** Risks without a section: the report lists their tenants at the top, or they need no explanation. */
const namedAbove: ReadonlySet<Risk> = new Set(['tenant-removed', 'tenant-added', 'routine']);

/**
 * Explains every risk that needs a section, and lists its objects. Changes with the same description share one line,
 * with an example for the first of them.
 */
export function findingSections(
  changes: readonly Change[],
  links: Links,
  exampleOf: (change: Change) => string = () => '',
): readonly Section[] {
  return riskNames
    .filter((risk) => !namedAbove.has(risk))
    .map((risk) => [risk, changes.filter((change) => change.risk === risk)] as const)
    .filter(([, own]) => own.length > 0)
    .map(([risk, own]) => findingSection(risk, own, { links, exampleOf }));
}

interface Wording {
  readonly links: Links;
  readonly exampleOf: (change: Change) => string;
}

function findingSection(risk: Risk, own: readonly Change[], { links, exampleOf }: Wording): Section {
  const more = (missing: number) => (missing > 0 ? `- _and ${missing} more: see the changes by tenant_\n` : '');
  const groups = [...groupBy(own, groupKey)];
  const shown = groups.slice(0, maxLines);
  return {
    head: `\n**${riskTitle(risk)}** (${count(own.length, 'object')}): ${risks[risk]}\n\n`,
    pieces: shown.map(([, group]) => [
      groupLine(group, links) + (group.length > 1 && group[0] ? exampleOf(group[0]) : ''),
      groupLine(group, links),
      groupLine(
        group.map((change) => ({ ...change, source: '' })),
        links,
      ),
    ]),
    foot: more(groups.length - shown.length),
    leftOut: more,
  };
}

/** A key that is equal for changes with the same description. */
function groupKey(change: Change): string {
  const { action, id, kept } = change;
  return JSON.stringify([action, id.group, id.kind, kept, reasonsOf(change)]);
}

function groupLine(group: readonly Change[], links: Links): string {
  const [first, ...others] = group as readonly [Change, ...Change[]];
  if (others.length === 0) return findingLine(first, links);
  const tenants = group.map((change) => (hasFile(change) ? links.change(change.source) : code(change.tenant)));
  const what = `${count(group.length, 'object')} of kind ${code(first.id.kind)}`;
  return `- ${changeLine(first, what)} — ${shortList([...new Set(tenants)], maxTenants)}\n`;
}

function findingLine(change: Change, links: Links): string {
  const where = hasFile(change) ? ` — ${links.change(change.source)}` : '';
  return `- ${code(change.tenant)} ${objectLine(change)}${where}\n`;
}

/** False for an object without a source file, and for a removed object, whose source file might not exist anymore. */
function hasFile({ action, source }: Change): boolean {
  return source !== '' && action !== 'removed';
}
