import { diagnose } from '../doctor/doctor.ts';
import type { Finding } from '../doctor/finding.ts';
import type { SourceFile } from '../leasehold.ts';
import { count, printable } from '../shell/text.ts';
import type { Arguments } from './arguments.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { usageError } from './usage.ts';

const help = 'leasehold doctor --help';

/** Looks for traps in the configuration of an Argo CD. */
export function doctor(args: Arguments, ports: Ports): ExitCode {
  const [subject = '', path = '.'] = args.words;
  if (subject !== 'argocd') return usageError(ports, `doctor cannot check ${subject}; it checks argocd`, help);
  const files = readFiles(path, ports);
  if (!files) return usageError(ports, `there is no ${path}`, help);
  const { findings, examined } = diagnose(files);
  if (examined.length === 0) return usageError(ports, `${path} holds nothing of an Argo CD`, help);
  const json = args.text('format') === 'json';
  ports.stdout(json ? `${JSON.stringify({ findings, examined }, null, 2)}\n` : findingsText(findings, examined));
  const isBad = findings.some(({ severity }) => severity === 'error' || args.isSet('strict'));
  return isBad ? exitCodes.faults : exitCodes.success;
}

/** One file, whatever its name, or those of a directory; undefined when there is neither. */
function readFiles(path: string, { files }: Ports): readonly SourceFile[] | undefined {
  if (files.kindOf(path) === 'directory') return files.readTree(path, () => {});
  const text = files.readText(path);
  return text === undefined ? undefined : [{ path, text }];
}

function findingsText(findings: readonly Finding[], examined: readonly string[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const tally = findings.length === 0 ? 'no findings' : `${count(errors, 'error')}, ${count(warnings, 'warning')}`;
  return `${findings.map(findingText).join('')}${count(examined.length, 'object')} examined: ${tally}\n`;
}

function findingText({ severity, file, object, path, message, fix }: Finding): string {
  return `${printable(`${file}: ${severity} ${object}: ${path}: ${message} (${fix})`)}\n`;
}
