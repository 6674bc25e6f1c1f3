import type { Change } from '../analysis/diff/change.ts';
import type { Rejection } from '../analysis/simulate/simulate.ts';
import { shortList } from '../data/short-list.ts';
import { formatId } from '../kubernetes/object-id.ts';
import type { Problem } from '../leasehold.ts';
import type { CeilingChange } from '../shell/ceiling.ts';
import { code, details, html, prose } from '../shell/markdown.ts';
import { count } from '../shell/text.ts';
import { fit, plain, type Section } from './budget.ts';
import { changedTenants, riskNames, type TenantNames } from './change-summary.ts';
import { costSection } from './cost-text.ts';
import { rejectionSections } from './existing-objects.ts';
import type { Links } from './links.ts';
import { type ManifestTexts, objectDiff } from './object-text.ts';
import { findingSections } from './report-findings.ts';
import { type ReportSize, tenantSections } from './report-tenants.ts';
import { riskTitle } from './risk-marks.ts';

/** The report on a change, for a job summary or a comment. */
export interface ChangeReport {
  readonly mark: '✅' | '⚠️' | '❌';
  /** The conclusion as Markdown. */
  readonly title: string;
  /** Sentences below the title as Markdown: why the run fails, and what the reader must know about the comparison. */
  readonly notes: readonly string[];
  readonly tenants: TenantNames;
  /** The problems to show. `earlierWarnings` counts hidden warnings that existed before the change. */
  readonly problems: readonly Problem[];
  readonly earlierWarnings: number;
  readonly changes: readonly Change[];
  readonly texts: ManifestTexts;
  readonly cost: CeilingChange | undefined;
  /** Existing objects that only the changed rules reject. */
  readonly rejections: readonly Rejection[];
  readonly links: Links;
  readonly footer: string;
}

/** A report without content. */
export function emptyReport(links: Links): ChangeReport {
  return {
    mark: '✅',
    title: '',
    notes: [],
    tenants: { added: [], removed: [] },
    problems: [],
    earlierWarnings: 0,
    changes: [],
    texts: { old: new Map(), now: new Map() },
    cost: undefined,
    rejections: [],
    links,
    footer: '',
  };
}

/**
 * Formats the report as Markdown within a byte budget: the conclusion, added and removed tenants, problems, risks,
 * rejected objects, costs, and then the changes by tenant.
 */
export function reportText(report: ChangeReport, size: ReportSize): string {
  const { mark, title, notes, tenants, changes, texts, cost, rejections, links, footer } = report;
  const hasTable = changedTenants(changes).length > size.tenants;
  const lead = [`### ${mark} leasehold: ${title}`, ...notes, ...tenantLines(tenants)];
  const sections = [
    plain(lead.map((line) => `${line}\n\n`).join('')),
    ...problemSections(report),
    ...(changes.length > 0 ? [plain(`${riskTable(changes)}\n`)] : []),
    ...findingSections(changes, links, hasTable ? (change) => exampleDetails(change, texts, size) : undefined),
    ...rejectionSections(rejections),
    ...(cost ? [costSection(cost)] : []),
    ...tenantSections({ changes, texts, links }, size),
    plain(`\n<sub>${links.run} · ${footer}</sub>\n`),
  ];
  return fit(sections, size.bytes);
}

/** Shows the manifest of one of several equal changes, because a table of tenants contains no manifests. */
function exampleDetails(change: Change, texts: ManifestTexts, { diffLines }: ReportSize): string {
  return details(`For example ${html(formatId(change.id))}`, objectDiff(change, texts, diffLines));
}

/** The maximum number of names per line. */
const maxNames = 50;

function tenantLines({ added, removed }: TenantNames): readonly string[] {
  const line = (what: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`**${what} (${names.length}):** ${shortList(names.map(code), maxNames)}`];
  return [...line('➖ Tenants removed', removed), ...line('➕ Tenants added', added)];
}

function problemSections({ problems, earlierWarnings, links }: ChangeReport): readonly Section[] {
  const earlier = `_${count(earlierWarnings, 'warning')} from before the change: see the log of ${links.run}._\n\n`;
  const head = problems.length === 0 ? '' : `**${count(problems.length, 'problem')}**\n\n`;
  if (problems.length + earlierWarnings === 0) return [];
  return [
    {
      head,
      pieces: problems.map((problem) => [problemLine(problem, links)]),
      foot: `\n${earlierWarnings > 0 ? earlier : ''}`,
      leftOut: (missing) => `- _and ${count(missing, 'more problem')}_\n`,
    },
  ];
}

function problemLine({ at, severity, code: name, message, fix }: Problem, links: Links): string {
  const place = at.file === '' ? '' : `${links.file(at.file, at.line)} `;
  const path = at.path === '' ? '' : ` ${prose(at.path)}`;
  const mark = severity === 'error' ? '❌' : '⚠️';
  return `- ${mark} ${place}${name}${path}: ${prose(message)}${fix === undefined ? '' : ` (${prose(fix)})`}\n`;
}

function riskTable(changes: readonly Change[]): string {
  const rows = riskNames
    .map((risk) => [risk, changes.filter((change) => change.risk === risk)] as const)
    .filter(([, own]) => own.length > 0)
    .map(([risk, own]) => {
      const of = (action: Change['action']) => own.filter((change) => change.action === action).length;
      return `| ${riskTitle(risk)} | ${changedTenants(own).length} | ${of('added')} | ${of('changed')} | ${of('removed')} |\n`;
    });
  return `| risk | tenants | objects added | changed | removed |\n| --- | ---: | ---: | ---: | ---: |\n${rows.join('')}`;
}
