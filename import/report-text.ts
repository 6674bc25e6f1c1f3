import { formatPath } from '../core/problem/problem.ts';
import { addToGroup } from '../data/group-by.ts';
import type { Fidelity } from './ledger/ledger.ts';
import type { ImportReport, ObjectReport, ReportLine } from './report.ts';

/**
 * Formats a report as text: the head, then each object with its fields. `brief` omits exact fields and fields that are
 * left out.
 */
export function importReportText(report: ImportReport, extent: 'whole' | 'brief'): string {
  const objects = report.objects.map((one) => objectText(one, extent)).filter((text) => text !== '');
  return [headText(report), ...objects].filter((text) => text !== '').join('\n');
}

function headText(report: ImportReport): string {
  return headLines(report)
    .map((line) => `${onOneLine(line)}\n`)
    .join('');
}

/** The lines before the fields: passwords, errors, unread resources, access that only the render grants, and notices. */
function headLines({ errors, notices, passwords, unread, wider }: ImportReport): readonly string[] {
  return [
    ...passwords.map((text) => `Password: ${text}`),
    ...errors.map((text) => `Error: ${text}. Nothing in this file is rendered until you fix the error.`),
    ...unread.map((text) => `Not read: ${text}`),
    ...wider.map((text) => `Wider access: ${text}`),
    ...notices,
  ];
}

function objectText({ label, apiVersion, lines }: ObjectReport, extent: 'whole' | 'brief'): string {
  const wanted = lines.filter(({ entry }) => extent === 'whole' || ['approximated', 'lost'].includes(entry.fidelity));
  return wanted.length === 0 ? '' : `${onOneLine(`${label} (${apiVersion})`)}\n${linesText(wanted)}`;
}

/** A line for each group of fields with the same entry. */
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
  return `  ${fidelityWords[fidelity].padEnd(13)}${onOneLine(`${fields.join(', ')}${how === '' ? '' : `: ${how}`}`)}\n`;
}

/** Values of an export, such as annotations, could otherwise add lines to the report, or control a terminal. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '·');
}

/** Formats a report as JSON: the data of the head, and each object with its fields. */
export function importReportJson({ errors, notices, passwords, unread, wider, objects }: ImportReport): string {
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
  return `${JSON.stringify({ passwords, errors, unread, notices, widerAccess: wider, objects: shown }, null, 2)}\n`;
}

/** Formats a report as Markdown for a pull request: the head, and a table of approximated and lost fields. */
export function importReportMarkdown(report: ImportReport): string {
  const head = headLines(report).map((line) => `- ${cell(line)}\n`);
  const rows = report.objects.flatMap(({ label, lines }) =>
    lines
      .filter(({ entry }) => entry.fidelity === 'lost' || entry.fidelity === 'approximated')
      .map(({ path, entry }) => {
        const field = formatPath(path) || 'all of it';
        return `| ${cell(label)} | ${cell(field)} | ${fidelityWords[entry.fidelity]} | ${cell(entry.how ?? '')} |\n`;
      }),
  );
  const table = rows.length === 0 ? ['No field is approximated or lost.\n'] : [tableHead, ...rows];
  return ['# Import report\n\n', ...head, head.length > 0 ? '\n' : '', ...table].join('');
}

const tableHead = '| object | field | verdict | difference |\n| --- | --- | --- | --- |\n';

/** Escapes text for a line or a table cell, so that it contains neither markup nor the end of the line or cell. */
function cell(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|~#&!]/g, (sign) => `&#${sign.codePointAt(0)};`).replaceAll(/\s+/g, ' ');
}
