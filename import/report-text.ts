import { formatPath } from '../core/problem/problem.ts';
import { addToGroup } from '../data/group-by.ts';
import type { Fidelity } from './ledger/ledger.ts';
import type { ImportReport, ObjectReport, ReportLine } from './report.ts';

/**
 * A report as text: what changes for everybody, then each object with its fields. `brief` omits fields that need no attention:
 * exact ones, and those without an effect.
 */
export function importReportText(report: ImportReport, extent: 'whole' | 'brief'): string {
  const objects = report.objects.map((one) => objectText(one, extent)).filter((text) => text !== '');
  return [headText(report), ...objects].filter((text) => text !== '').join('\n');
}

function headText({ notices, wider }: ImportReport): string {
  const access = wider.map((text) => `WIDER ACCESS: ${text}`);
  return [...access, ...notices].map((line) => `${line}\n`).join('');
}

function objectText({ label, apiVersion, lines }: ObjectReport, extent: 'whole' | 'brief'): string {
  const wanted = lines.filter(({ entry }) => extent === 'whole' || ['approximated', 'lost'].includes(entry.fidelity));
  return wanted.length === 0 ? '' : `${label} (${apiVersion})\n${linesText(wanted)}`;
}

/** One line for all fields with the same entry. */
function linesText(lines: readonly ReportLine[]): string {
  const groups = new Map<string, string[]>();
  for (const { path, entry } of lines)
    addToGroup(groups, JSON.stringify([entry.fidelity, entry.how ?? '']), formatPath(path) || 'all of it');
  return [...groups].map(([key, fields]) => lineText(JSON.parse(key) as readonly [Fidelity, string], fields)).join('');
}

export const fidelityWords: Readonly<Record<Fidelity, string>> = {
  exact: 'exact',
  approximated: 'approximated',
  lost: 'lost',
  cluster: 'left out',
};

function lineText([fidelity, how]: readonly [Fidelity, string], fields: readonly string[]): string {
  return `  ${fidelityWords[fidelity].padEnd(13)}${fields.join(', ')}${how === '' ? '' : `: ${how}`}\n`;
}

/** A report as JSON: what changes for everybody, and each object with its fields. */
export function importReportJson({ notices, wider, objects }: ImportReport): string {
  const shown = objects.map(({ label, apiVersion, file, lines }) => ({
    object: label,
    apiVersion,
    source: file,
    fields: lines.map(({ path, entry: { fidelity, how } }) => ({
      path: formatPath(path),
      fidelity,
      ...(how === undefined ? {} : { how }),
    })),
  }));
  return `${JSON.stringify({ notices, widerAccess: wider, objects: shown }, null, 2)}\n`;
}
