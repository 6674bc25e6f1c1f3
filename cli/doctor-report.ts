import type { Diagnosis, Finding } from '../doctor/finding.ts';
import { count, printable } from '../shell/text.ts';
import type { Arguments } from './arguments.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';

export const help = 'leasehold doctor --help';

/**
 * Prints what a doctor found, and what it could not judge. An error fails the command. With --strict, so does a warning,
 * and so does what was not examined: it is not fine, only unknown.
 */
export function report(diagnosis: Diagnosis, args: Arguments, ports: Ports): ExitCode {
  const { findings, unexamined } = diagnosis;
  ports.stdout(args.text('format') === 'json' ? `${JSON.stringify(diagnosis, null, 2)}\n` : diagnosisText(diagnosis));
  const hasError = findings.some(({ severity }) => severity === 'error');
  const isStrict = args.isSet('strict') && findings.length + unexamined.length > 0;
  return hasError || isStrict ? exitCodes.faults : exitCodes.success;
}

function diagnosisText({ findings, examined, unexamined }: Diagnosis): string {
  const gaps = unexamined.map(({ what, why }) => `${printable(`not examined: ${what}: ${why}`)}\n`);
  return `${findings.map(findingText).join('')}${gaps.join('')}${summary({ findings, examined, unexamined })}\n`;
}

/** Never `no findings` alone when something was not examined. */
function summary({ findings, examined, unexamined }: Diagnosis): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const tally = findings.length === 0 ? 'no findings' : `${count(errors, 'error')}, ${count(warnings, 'warning')}`;
  const objects = `${count(examined.length, 'object')} examined`;
  return unexamined.length === 0
    ? `${objects}: ${tally}`
    : `${objects}, ${unexamined.length} not: ${tally} in what was examined`;
}

function findingText({ severity, file, line, object, path, message, fix }: Finding): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return `${printable(`${place}: ${severity} ${object}: ${path}: ${message} (${fix})`)}\n`;
}
