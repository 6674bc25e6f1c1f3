import type { SourceFile } from '../core/source/source.ts';
import { type Import, importFrom, systemNames } from '../import/index.ts';
import { countsOf } from '../import/report.ts';
import { reportData, reportText } from '../import/report-text.ts';
import { fails, tallyOf } from '../shell/problems.ts';
import { count } from '../shell/text.ts';
import type { Arguments } from './arguments.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { problemsText } from './problems.ts';
import { startProgress } from './progress.ts';
import { readTenants } from './tenants.ts';
import { usageFault } from './usage.ts';

const help = 'leasehold import --help';

/** Turns a cluster export into files for a repository, and tells what became of every field. */
export function importCommand(given: Arguments, ports: Ports): ExitCode {
  const [word = '', place = ''] = given.words;
  const system = systemNames.find((name) => name === word.toLowerCase());
  const out = given.text('out');
  if (!system) return usageFault(ports, `no system ${word}; it may be ${systemNames.join(', ')}`, help);
  if (out === undefined) return usageFault(ports, 'import needs --out DIR', help);
  const exported = readExport(place, ports);
  if (!exported.ok) return usageFault(ports, exported.message, help);
  const imported = importFrom(system, exported.files);
  if (!imported.ok) {
    ports.stderr(`${problemsText(imported.problems, exported.files, ports, 'stderr')}nothing is written\n`);
    return exitCodes.faults;
  }
  return deliver(out, imported, given, ports);
}

type Exported =
  | { readonly ok: true; readonly files: readonly SourceFile[] }
  | { readonly ok: false; readonly message: string };

/** A directory, a file, or what is piped in, which may be larger than a file of a repository. */
function readExport(place: string, ports: Ports): Exported {
  if (place === '-') return { ok: true, files: [{ path: 'stdin', text: ports.readInput() }] };
  const text = ports.files.kindOf(place) === 'file' ? ports.files.readText(place) : undefined;
  if (text !== undefined) return { ok: true, files: [{ path: place, text }] };
  return readTenants(place, ports, startProgress(ports));
}

type Done = Import & { readonly ok: true };

function deliver(out: string, imported: Done, given: Arguments, ports: Ports): ExitCode {
  const { files, reports } = imported;
  const report = { path: reportFile, text: reportText(reports, 'whole') };
  const outcome = isOthers(out, ports)
    ? { ok: false, message: `${out} is not empty, and no import wrote it`, fix: 'give another directory' }
    : ports.files.writeOutput({
        dir: out,
        files: [...files, report],
        tenant: null,
        onFile: () => {},
        keepsEdits: true,
      });
  if ('message' in outcome) {
    ports.stderr(`leasehold: ${outcome.message}\n${outcome.fix}\n`);
    return exitCodes.faults;
  }
  const isJson = given.text('format') === 'json';
  ports.stdout(isJson ? reportData(reports) : `${reportText(reports, 'brief')}${summaryOf(out, imported)}`);
  return tellProblems(out, imported, ports);
}

/** Beside the files, so that it is reviewed with them; no one else's directory has both it and a list of ours. */
const reportFile = 'import-report.txt';

function isOthers(out: string, { files }: Ports): boolean {
  if (files.kindOf(out) === 'file') return true;
  if (files.kindOf(out) === 'nothing' || files.isEmpty(out)) return false;
  return ![reportFile, '.leasehold.json'].every((name) => files.kindOf(`${out}/${name}`) === 'file');
}

function summaryOf(out: string, { files, reports }: Done): string {
  const { exact, approximated, lost, cluster } = countsOf(reports);
  const fates = `${exact} exact, ${approximated} approximated, ${lost} lost, ${cluster} left out`;
  return `${count(reports.length, 'object')} read, ${count(files.length, 'resource')} written to ${out}; fields: ${fates}\n`;
}

/** What `leasehold check` would say: a fault that the cluster had is one in the files too. */
function tellProblems(out: string, { problems, files }: Done, ports: Ports): ExitCode {
  const inOut = (path: string) => (path === '' ? path : `${out}/${path}`);
  const told = problems.map((problem) => ({ ...problem, at: { ...problem.at, file: inOut(problem.at.file) } }));
  const sources = files.map(({ path, text }) => ({ path: inOut(path), text }));
  if (told.length > 0) ports.stderr(`${problemsText(told, sources, ports, 'stderr')}check: ${tallyOf(told)}\n`);
  return fails(problems, false) ? exitCodes.faults : exitCodes.fine;
}
