import { formatPath } from '../core/problem/problem.ts';
import { addToGroup } from '../data/group-by.ts';
import { isSame } from '../data/tree.ts';
import type { Fidelity, LedgerEntry } from './ledger/ledger.ts';
import type { ObjectReport, ReportLine } from './report.ts';

/**
 * A report as text: each object with its files and fields. `brief` omits fields that need no attention: exact ones, and
 * those that the cluster set.
 */
export function importReportText(reports: readonly ObjectReport[], extent: 'whole' | 'brief'): string {
  const shown = reports.map((report) => objectText(report, extent)).filter((text) => text !== '');
  return shown.join('\n');
}

function objectText({ label, apiVersion, files, lines }: ObjectReport, extent: 'whole' | 'brief'): string {
  const wanted = lines.filter(({ entry }) => extent === 'whole' || ['approximated', 'lost'].includes(entry.fidelity));
  if (wanted.length === 0) return '';
  const isSaid = lines.some(({ entry }) => entry.fidelity === 'exact' || entry.fidelity === 'approximated');
  const where = isSaid ? 'no file of its own' : 'nothing is written of it';
  return `${label} (${apiVersion}): ${files.join(', ') || where}\n${linesText(wanted, files)}`;
}

/** One line for all fields with the same entry. */
function linesText(lines: readonly ReportLine[], files: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const { path, entry } of lines) {
    const { to } = entry;
    const place = to && !(isSame(to.path, path) && files.length === 1) ? placeOf(to, files) : '';
    const key = JSON.stringify([entry.fidelity, entry.how ?? '', place === '' ? '' : formatPath(path)]);
    addToGroup(groups, key, `${formatPath(path) || 'all of it'}${place}`);
  }
  return [...groups].map(([key, fields]) => lineText(JSON.parse(key) as readonly [Fidelity, string], fields)).join('');
}

function lineText([fidelity, how]: readonly [Fidelity, string], fields: readonly string[]): string {
  const word = (fidelity === 'cluster' ? 'left out' : fidelity).padEnd(13);
  const why = how === '' && fidelity === 'cluster' ? 'the cluster or its operator sets it' : how;
  return `  ${word}${fields.join(', ')}${why === '' ? '' : `: ${why}`}\n`;
}

function placeOf(to: NonNullable<LedgerEntry['to']>, files: readonly string[]): string {
  return ` -> ${files.length === 1 ? '' : `${to.file} `}${formatPath(to.path)}`;
}

/** A report as JSON: an array of objects, each with its files and fields. */
export function importReportJson(reports: readonly ObjectReport[]): string {
  const objects = reports.map(({ label, apiVersion, file, files, lines }) => ({
    object: label,
    apiVersion,
    source: file,
    files,
    fields: lines.map(({ path, entry: { fidelity, to, how } }) => ({
      path: formatPath(path),
      fidelity,
      ...(to ? { file: to.file, to: formatPath(to.path) } : {}),
      ...(how === undefined ? {} : { how }),
    })),
  }));
  return `${JSON.stringify(objects, null, 2)}\n`;
}
