import { listed } from '../data/listed.ts';
import { type ImportResult, importFrom, systemNames } from '../import/index.ts';
import { fidelityCounts } from '../import/report.ts';
import { importReportJson, importReportMarkdown, importReportText } from '../import/report-text.ts';
import { fails, tallyOf } from '../shell/problems.ts';
import { count } from '../shell/text.ts';
import type { Arguments } from './arguments.ts';
import { type ExportResult, readExport } from './export.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { problemsText } from './problems.ts';
import { readSystem } from './read-system.ts';
import { usageError } from './usage.ts';

const help = 'leasehold import --help';

/** Converts a cluster export to files of a repository, and reports the effect of every field. */
export function importCommand(args: Arguments, ports: Ports): ExitCode {
  const [word = '', place = ''] = args.words;
  const system = systemNames.find((name) => name === word.toLowerCase());
  const out = args.text('out');
  if (!system) return usageError(ports, `unknown system ${word}; the systems are ${systemNames.join(', ')}`, help);
  if (out === undefined) return usageError(ports, 'import needs --out DIR', help);
  if ((place === '') !== args.isSet('cluster'))
    return usageError(ports, 'import needs either an export or --cluster', help);
  const exported = args.isSet('cluster') ? readSystem(system, args.text('context'), ports) : readExport(place, ports);
  if (!exported.ok) return failure(exported, ports);
  const imported = importFrom(system, exported.files, exported.unread);
  if (!imported.ok) {
    ports.stderr(`${problemsText(imported.problems, exported.files, ports, 'stderr')}nothing is written\n`);
    return exitCodes.problems;
  }
  return writeImport(out, imported, args, ports);
}

/** A cluster that kubectl cannot read is not a usage error. */
function failure({ message, isOfCluster = false }: ExportFailure, ports: Ports): ExitCode {
  if (!isOfCluster) return usageError(ports, message, help);
  ports.stderr(`leasehold: ${message}\nnothing is written\n`);
  return exitCodes.problems;
}

type ExportFailure = Extract<ExportResult, { readonly ok: false }>;
type ImportSuccess = ImportResult & { readonly ok: true };

function writeImport(out: string, imported: ImportSuccess, args: Arguments, ports: Ports): ExitCode {
  const { files } = imported;
  const report = { path: reportFile, text: importReportText(imported.report, 'whole') };
  const outcome = isForeign(out, ports)
    ? {
        ok: false,
        message:
          ports.files.kindOf(out) === 'file'
            ? `${out} is a file, not a directory`
            : `${out} is not empty, and its files are not from an import`,
        fix: 'choose another directory',
      }
    : ports.files.writeOutput({
        dir: out,
        files: [...files, report],
        tenant: null,
        onFile: () => {},
        keepsEdits: true,
      });
  if ('message' in outcome) {
    ports.stderr(`leasehold: ${outcome.message}\n${outcome.fix}\n`);
    return exitCodes.problems;
  }
  ports.stdout(answerText(out, imported, args.text('output') ?? 'text'));
  const code = reportProblems(out, imported, ports);
  return code === exitCodes.success ? lossCode(imported, args, ports) : code;
}

function answerText(out: string, imported: ImportSuccess, format: string): string {
  if (format === 'json') return importReportJson(imported.report);
  if (format === 'markdown') return importReportMarkdown(imported.report);
  return `${importReportText(imported.report, 'brief')}${importSummary(out, imported)}`;
}

/** Fails if the import writes no resources, or if the user has not accepted what `lossesIn` returns. */
function lossCode({ files, report }: ImportSuccess, args: Arguments, ports: Ports): ExitCode {
  if (files.length === 0) {
    const check = args.isSet('cluster') ? 'the system and the context of kubectl' : 'the system and the export';
    ports.stderr(`leasehold: nothing is imported, because no object in the input becomes a resource; check ${check}\n`);
    return exitCodes.problems;
  }
  const reasons = lossesIn(report);
  if (args.isSet('accept-losses') || reasons.length === 0) return exitCodes.success;
  ports.stderr(`leasehold: ${listed(reasons)}; read the report, then pass --accept-losses\n`);
  return exitCodes.problems;
}

/** What the user must accept, as clauses. */
function lossesIn(report: ImportSuccess['report']): readonly string[] {
  return [
    ...(fidelityCounts(report).lost > 0 ? ['fields are lost'] : []),
    ...(report.wider.length > 0 ? ['the render grants more access'] : []),
    ...(report.unread.length > 0 ? ['resources could not be read'] : []),
    ...(report.passwords.length > 0 ? ['files contain passwords'] : []),
  ];
}

/** The report is part of the output, so that it is reviewed too. It also marks the directory as the output of an import. */
const reportFile = 'import-report.txt';

function isForeign(out: string, { files }: Ports): boolean {
  if (files.kindOf(out) === 'file') return true;
  if (files.kindOf(out) === 'nothing' || files.isEmpty(out)) return false;
  return ![reportFile, '.leasehold.json'].every((name) => files.kindOf(`${out}/${name}`) === 'file');
}

function importSummary(out: string, { files, report }: ImportSuccess): string {
  const { exact, approximated, lost, cluster } = fidelityCounts(report);
  const counts = `${exact} exact, ${approximated} approximated, ${lost} lost, ${cluster} left out`;
  return `${count(report.objects.length, 'object')} read, ${count(files.length, 'resource')} written to ${out}; fields: ${counts}\n`;
}

/** Prints the problems that `leasehold check` would find in the written files. */
function reportProblems(out: string, { problems, files }: ImportSuccess, ports: Ports): ExitCode {
  const inOut = (path: string) => (path === '' ? path : `${out}/${path}`);
  const located = problems.map((problem) => ({ ...problem, at: { ...problem.at, file: inOut(problem.at.file) } }));
  const sources = files.map(({ path, text }) => ({ path: inOut(path), text }));
  if (located.length > 0)
    ports.stderr(`${problemsText(located, sources, ports, 'stderr')}check: ${tallyOf(located)}\n`);
  return fails(problems, false) ? exitCodes.problems : exitCodes.success;
}
