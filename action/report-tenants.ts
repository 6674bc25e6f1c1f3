import type { Change } from '../analysis/diff/change.ts';
import { groupBy } from '../data/group-by.ts';
import { code, details, html } from '../shell/markdown.ts';
import { count } from '../shell/text.ts';
import type { Piece, Section } from './budget.ts';
import { changeCounts, worstRisk } from './change-summary.ts';
import type { Links } from './links.ts';
import { type ManifestTexts, objectDiff, objectLine } from './object-text.ts';
import { byRisk, riskMark, riskTitle } from './risk-marks.ts';

export interface ReportSize {
  readonly bytes: number;
  /** The maximum number of diff lines per object. */
  readonly diffLines: number;
  /** The maximum number of tenants with a separate section. If more tenants change, a table replaces the sections. */
  readonly tenants: number;
  /** Whether the report is the job summary, which other reports refer to. */
  readonly isSummary: boolean;
}

interface Changed {
  readonly changes: readonly Change[];
  readonly texts: ManifestTexts;
  readonly links: Links;
}

interface TenantChanges {
  readonly tenant: string;
  readonly risk: ReturnType<typeof worstRisk>;
  readonly own: readonly Change[];
}

/**
 * A collapsed section for each tenant, most severe risk first. If there are too many tenants, a table of the tenants
 * with the most severe risks.
 */
export function tenantSections({ changes, texts, links }: Changed, size: ReportSize): readonly Section[] {
  const ranked = [...groupBy(changes, ({ tenant }) => tenant)]
    .map(([tenant, own]): TenantChanges => ({ tenant, own, risk: worstRisk(own) }))
    .sort((a, b) => byRisk(a, b) || b.own.length - a.own.length);
  if (ranked.length === 0) return [];
  if (ranked.length > size.tenants) return [tenantTable(ranked, restText(links, size))];
  return [
    {
      head: '\n**Changes by tenant**\n\n',
      pieces: ranked.map((one) => tenantPiece(one, { texts, links }, size)),
      foot: '',
      leftOut: restText(links, size),
    },
  ];
}

/** Where to find the omitted tenants. Empty if there are none. */
function restText({ run }: Links, { isSummary }: ReportSize): (missing: number) => string {
  const place = isSummary ? 'leasehold diff shows all changes' : `see the job summary of ${run}`;
  return (missing) => (missing > 0 ? `\n_and ${count(missing, 'more tenant')}: ${place}_\n` : '');
}

/** The maximum number of table rows. */
const maxRows = 50;

function tenantTable(ranked: readonly TenantChanges[], rest: (missing: number) => string): Section {
  const shown = ranked.slice(0, maxRows);
  return {
    head: `\n**Changes by tenant**, the ${shown.length} tenants (of ${ranked.length}) with the worst risks\n\n| tenant | worst risk | objects added | changed | removed |\n| --- | --- | ---: | ---: | ---: |\n`,
    pieces: shown.map(({ tenant, risk, own }) => {
      const { added, changed, removed } = changeCounts(own);
      return [`| ${code(tenant).replaceAll('|', '\\|')} | ${riskTitle(risk)} | ${added} | ${changed} | ${removed} |\n`];
    }),
    foot: rest(ranked.length - shown.length),
    leftOut: rest,
  };
}

/** The maximum number of objects per tenant. */
const maxObjects = 50;

/** Wordings from the longest to the shortest: with diffs, with short diffs, without diffs, only the title. */
function tenantPiece(
  { tenant, own, risk }: TenantChanges,
  { texts, links }: Omit<Changed, 'changes'>,
  { diffLines }: ReportSize,
): Piece {
  const { added, changed, removed } = changeCounts(own);
  const title = `${riskMark(risk)} <b>${html(tenant)}</b>: ${risk}; ${added} added, ${changed} changed, ${removed} removed`;
  const sources = [
    ...new Set(own.filter(({ action, source }) => source !== '' && action !== 'removed').map(({ source }) => source)),
  ];
  const from =
    sources.length === 0
      ? ''
      : `From ${sources
          .slice(0, 5)
          .map((source) => links.change(source))
          .join(', ')}\n\n`;
  const wording = (maxLines: number) => {
    const shown = own
      .slice(0, maxObjects)
      .map((change) => `${objectLine(change)}\n\n${maxLines > 0 ? objectDiff(change, texts, maxLines) : ''}`);
    const rest = own.length - maxObjects;
    const lines = shown.join('') + (rest > 0 ? `_and ${count(rest, 'more object')}_\n` : '');
    return details(title, from + lines);
  };
  return [wording(diffLines), wording(Math.ceil(diffLines / 4)), wording(0), `- ${title}\n`];
}
