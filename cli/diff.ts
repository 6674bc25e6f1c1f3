import { type Change, risks } from '../analysis/diff/change.ts';
import { formatId } from '../kubernetes/object-id.ts';
import { type Comparison, compareVersions, type SourceFile } from '../leasehold.ts';
import { tallyOf } from '../shell/problems.ts';
import type { Arguments } from './arguments.ts';
import { diffText } from './diff-text.ts';
import { readVersionNames } from './diff-versions.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { problemsText } from './problems.ts';
import { startProgress } from './progress.ts';
import { paintFor } from './style.ts';
import { usageError } from './usage.ts';
import { directoryHint, readBase, readVersion } from './version-files.ts';

/** Compares the objects that two versions of the tenants render. */
export function diff(args: Arguments, ports: Ports): ExitCode {
  const versions = readVersionNames(args, ports);
  if (!versions.ok) return usageError(ports, versions.message, 'leasehold diff --help');
  const { baseName, headName, path } = versions;
  const base = readBase(baseName, path, ports);
  const head = base.ok ? readVersion(headName, path, ports) : base;
  if (!base.ok || !head.ok) return usageError(ports, (head as { message: string }).message, 'leasehold diff --help');
  if (base.files.length === 0)
    ports.stderr(`${baseName} has no files in ${path}, so everything counts as added; ${directoryHint(baseName)}\n`);
  const progress = startProgress(ports);
  progress.announce('rendering', base.files.length + head.files.length);
  const comparison = compareVersions(base.files, head.files);
  progress.end();
  if (args.text('output') === 'json') ports.stdout(`${JSON.stringify(comparison, null, 2)}\n`);
  else print(comparison, { baseName, base: base.files, head: head.files }, ports);
  return comparison.ok ? checkRisk(comparison.changes, args.text('fail-on'), ports) : exitCodes.faults;
}

interface ComparedFiles {
  readonly baseName: string;
  readonly base: readonly SourceFile[];
  readonly head: readonly SourceFile[];
}

function print(
  { changes, problems, baseProblems }: Comparison,
  { baseName, base, head }: ComparedFiles,
  ports: Ports,
): void {
  if (baseProblems.length > 0) {
    ports.stderr(
      `${problemsText(baseProblems, base, ports, 'stderr')}${tallyOf(baseProblems)} in ${baseName}, so nothing can be compared with it\n`,
    );
  }
  const rendered =
    baseProblems.length === 0 && (changes.length > 0 || problems.every(({ code }) => code === 'unsafe-change'));
  if (rendered) ports.stdout(diffText(changes, paintFor(ports, 'stdout'), ports.terminal.columns));
  if (problems.length > 0)
    ports.stderr(
      `${problemsText(problems, head, ports, 'stderr')}${tallyOf(problems)}${rendered ? '' : ' in the new version'}\n`,
    );
}

/** Fails if a change has this risk or a worse one. */
function checkRisk(changes: readonly Change[], limit: string | undefined, ports: Ports): ExitCode {
  const order: readonly string[] = Object.keys(risks);
  const [worst] = changes
    .filter(({ risk }) => limit !== undefined && order.indexOf(risk) <= order.indexOf(limit))
    .sort((a, b) => order.indexOf(a.risk) - order.indexOf(b.risk));
  if (!worst) return exitCodes.success;
  ports.stderr(
    `leasehold: ${formatId(worst.id)} of ${worst.tenant} has the risk ${worst.risk}, which --fail-on ${limit} rejects\n`,
  );
  return exitCodes.limit;
}
