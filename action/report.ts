import type { CostChange } from '../analysis/cost/cost.ts';
import { type Change, type Risk, risks } from '../analysis/diff/change.ts';
import { formatProblem } from '../core/problem/format.ts';
import { groupBy } from '../data/group-by.ts';
import type { Problem } from '../leasehold.ts';
import { count } from '../shell/text.ts';
import { fit, type Piece, type Section } from './budget.ts';
import { changeLine } from './change-lines.ts';
import { changedTenants, riskNames } from './change-summary.ts';
import { costSection } from './cost-text.ts';
import { details, html, prose } from './markdown.ts';

/** The report on a change, for a job summary or a comment. */
export interface ChangeReport {
  /** First line of the text below the title: what the run came to. */
  readonly lead: string;
  readonly problems: readonly Problem[];
  readonly changes: readonly Change[];
  readonly cost: (CostChange & { readonly currency: string; readonly period: string }) | undefined;
  readonly footer: string;
}

const titles: Readonly<Record<Risk, string>> = {
  'data-loss': '🔴 Data loss',
  'tenant-removed': '🔴 Tenant removed',
  privileged: '🔴 Privileged',
  'wide-project': '🔴 Wide AppProject',
  snippet: '🟠 Proxy configuration',
  hook: '🟠 Hook',
  'cloud-identity': '🟠 Cloud identity',
  'cluster-scoped': '🟠 Cluster-scoped object',
  exposed: '🟠 Exposed',
  'access-widened': '🟠 Access widened',
  'policy-loosened': '🟠 Policy loosened',
  'quota-shrunk': '🟡 Quota below current',
  replaced: '🟡 Replaced',
  'quota-raised': '🟡 Quota raised',
  'tenant-added': '🟢 Tenant added',
  routine: '🟢 Routine',
};

/** Markdown within a number of bytes: the problems, then the changes by risk and tenant, the worst first. */
export function reportText(report: ChangeReport, budget: number, mostFields: number): string {
  const { lead, problems, changes, cost, footer } = report;
  const sections = [
    plain(`### leasehold\n\n${lead}\n\n`),
    ...(problems.length > 0 ? [problemSection(problems)] : []),
    ...(changes.length > 0 ? [plain(`${countTable(changes)}\n`)] : []),
    ...(cost ? [costSection(cost)] : []),
    ...riskNames.flatMap((risk) => riskSection(risk, changes, mostFields)),
    plain(`\n<sub>${footer}</sub>\n`),
  ];
  return fit(sections, budget);
}

function plain(text: string): Section {
  return { head: text, pieces: [], foot: '', leftOut: () => '' };
}

function problemSection(problems: readonly Problem[]): Section {
  return {
    head: `**${count(problems.length, 'problem')}**\n\n`,
    pieces: problems.map((problem) => [`- ${prose(formatProblem(problem))}\n`]),
    foot: '\n',
    leftOut: (missing) => `- _and ${count(missing, 'more problem')}_\n`,
  };
}

function countTable(changes: readonly Change[]): string {
  const rows = riskNames
    .map((risk) => [risk, changes.filter((change) => change.risk === risk)] as const)
    .filter(([, own]) => own.length > 0)
    .map(([risk, own]) => {
      const of = (action: Change['action']) => own.filter((change) => change.action === action).length;
      return `| ${titles[risk]} | ${changedTenants(own).length} | ${of('added')} | ${of('changed')} | ${of('removed')} |\n`;
    });
  return `| risk | tenants | added | changed | removed |\n| --- | ---: | ---: | ---: | ---: |\n${rows.join('')}`;
}

function riskSection(risk: Risk, changes: readonly Change[], mostFields: number): readonly Section[] {
  const own = changes.filter((change) => change.risk === risk);
  if (own.length === 0) return [];
  return [
    {
      head: `\n#### ${titles[risk]}\n\n${risk === 'routine' ? '' : `${risks[risk]}\n\n`}`,
      pieces: [...groupBy(own, ({ tenant }) => tenant)].map(([tenant, list]) => tenantPiece(tenant, list, mostFields)),
      foot: '',
      leftOut: (missing) => `\n_Left out, for there is no room: ${count(missing, 'more tenant')} of this risk._\n`,
    },
  ];
}

/** Objects of one tenant that are shown. */
const mostObjects = 50;

/** With fields, without, or the tenant's name alone. What is routine is folded. */
function tenantPiece(tenant: string, changes: readonly Change[], mostFields: number): Piece {
  const title = `<b>${html(tenant)}</b>: ${count(changes.length, 'object')}`;
  const wording = (fields: number) => {
    const shown = changes.slice(0, mostObjects).map((change) => changeLine(change, fields));
    const rest = changes.length - mostObjects;
    const lines = shown.join('') + (rest > 0 ? `- _and ${count(rest, 'more object')}_\n` : '');
    return details(title, lines, changes[0]?.risk === 'routine' ? 'folded' : 'open');
  };
  return [wording(mostFields), wording(0), `- ${title}, not shown: no room\n`];
}
