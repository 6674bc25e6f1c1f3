import { formatPath } from '../core/problem/problem.ts';
import { addToGroup } from '../data/group-by.ts';
import { isSame } from '../data/tree.ts';
import type { Fidelity, Verdict } from './ledger/ledger.ts';
import type { Line, ObjectReport } from './report.ts';

/**
 * A report for people: each object with the files that hold it, and each field with its fate. `brief` leaves out what
 * needs nobody's attention: what is exact, and what the cluster set.
 */
export function reportText(reports: readonly ObjectReport[], extent: 'whole' | 'brief'): string {
  const shown = reports.map((report) => objectText(report, extent)).filter((text) => text !== '');
  return shown.join('\n');
}

function objectText({ label, apiVersion, files, lines }: ObjectReport, extent: 'whole' | 'brief'): string {
  const wanted = lines.filter(
    ({ verdict }) => extent === 'whole' || ['approximated', 'lost'].includes(verdict.fidelity),
  );
  if (wanted.length === 0) return '';
  const isSaid = lines.some(({ verdict }) => verdict.fidelity === 'exact' || verdict.fidelity === 'approximated');
  const where = isSaid ? 'no file of its own' : 'nothing is written of it';
  return `${label} (${apiVersion}): ${files.join(', ') || where}\n${linesText(wanted, files)}`;
}

/** Fields of which there is nothing else to say than of others are told in one line with them. */
function linesText(lines: readonly Line[], files: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const { path, verdict } of lines) {
    const { to } = verdict;
    const place = to && !(isSame(to.path, path) && files.length === 1) ? placeOf(to, files) : '';
    const key = JSON.stringify([verdict.fidelity, verdict.how ?? '', place === '' ? '' : formatPath(path)]);
    addToGroup(groups, key, `${formatPath(path) || 'all of it'}${place}`);
  }
  return [...groups].map(([key, fields]) => lineText(JSON.parse(key) as readonly [Fidelity, string], fields)).join('');
}

function lineText([fidelity, how]: readonly [Fidelity, string], fields: readonly string[]): string {
  const word = (fidelity === 'cluster' ? 'left out' : fidelity).padEnd(13);
  const why = how === '' && fidelity === 'cluster' ? 'the cluster or its operator sets it' : how;
  return `  ${word}${fields.join(', ')}${why === '' ? '' : `: ${why}`}\n`;
}

function placeOf(to: NonNullable<Verdict['to']>, files: readonly string[]): string {
  return ` -> ${files.length === 1 ? '' : `${to.file} `}${formatPath(to.path)}`;
}

/** The same for programs: an array of objects, each with its files and the fate of its fields. */
export function reportData(reports: readonly ObjectReport[]): string {
  const objects = reports.map(({ label, apiVersion, file, files, lines }) => ({
    object: label,
    apiVersion,
    source: file,
    files,
    fields: lines.map(({ path, verdict: { fidelity, to, how } }) => ({
      path: formatPath(path),
      fidelity,
      ...(to ? { file: to.file, to: formatPath(to.path) } : {}),
      ...(how === undefined ? {} : { how }),
    })),
  }));
  return `${JSON.stringify(objects, null, 2)}\n`;
}
