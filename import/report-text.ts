import { formatPath } from '../core/problem/problem.ts';
import { isSame } from './leaves.ts';
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
  const where = files.length === 0 ? 'nothing is written of it' : files.join(', ');
  return [`${label} (${apiVersion}): ${where}\n`, ...wanted.map((line) => lineText(line, files))].join('');
}

function lineText({ path, verdict }: Line, files: readonly string[]): string {
  const { fidelity, to, how } = verdict;
  const word = (fidelity === 'cluster' ? 'left out' : fidelity).padEnd(13);
  const place = to && !(isSame(to.path, path) && files.length === 1) ? placeOf(to, files) : '';
  const why = how ?? (fidelity === 'cluster' ? 'the cluster or its operator sets it' : '');
  return `  ${word}${formatPath(path) || 'all of it'}${place}${why === '' ? '' : `: ${why}`}\n`;
}

function placeOf(to: NonNullable<Line['verdict']['to']>, files: readonly string[]): string {
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
