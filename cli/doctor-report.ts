import { groupBy } from '../data/group-by.ts';
import { shortList } from '../data/short-list.ts';
import type { Diagnosis, Finding } from '../doctor/finding.ts';
import { count, jsonText, printable } from '../shell/text.ts';
import type { Arguments } from './arguments.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';

export const help = 'leasehold doctor --help';

/**
 * Prints the findings of a doctor, and what it could not examine. An error fails the command; with --strict, so does a warning.
 */
export function report(diagnosis: Diagnosis, args: Arguments, ports: Ports): ExitCode {
  const { findings } = diagnosis;
  ports.stdout(args.text('output') === 'json' ? jsonText(diagnosis) : diagnosisText(diagnosis, ports));
  const hasError = findings.some(({ severity }) => severity === 'error');
  return hasError || (args.isSet('strict') && findings.length > 0) ? exitCodes.problems : exitCodes.success;
}

function diagnosisText({ findings, examined, unexamined }: Diagnosis, { terminal }: Ports): string {
  const shown = findings.filter(({ severity }) => severity === 'error' || !terminal.isQuiet);
  const gaps = [...groupBy(unexamined, ({ why }) => why)].map(([why, same]) => gapText(same, why));
  return `${shown.map(findingText).join('')}${gaps.join('')}${summary({ findings, examined, unexamined })}\n`;
}

function gapText(same: Diagnosis['unexamined'], why: string): string {
  const names = shortList(
    same.map(({ what }) => what),
    10,
  );
  return `${printable(`not examined: ${names}: ${why}`)}\n`;
}

/** The last line. It is never only `no findings` if something was not examined. */
function summary({ findings, examined, unexamined }: Diagnosis): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const tally = findings.length === 0 ? 'no findings' : `${count(errors, 'error')}, ${count(warnings, 'warning')}`;
  const objects = `${count(examined.length, 'object')} examined`;
  if (unexamined.length === 0) return `${objects}: ${tally}`;
  const isEmpty = examined.length + findings.length === 0;
  return `${objects}, ${unexamined.length} not${isEmpty ? '' : `: ${tally} in what was examined`}`;
}

function findingText({ severity, file, line, object, path, message, fix }: Finding): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return `${printable(`${place}: ${severity} ${object}: ${path}: ${message} (${fix})`)}\n`;
}
