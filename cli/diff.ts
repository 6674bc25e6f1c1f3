import { type Change, risks } from '../analysis/diff/change.ts';
import { trustChanges } from '../analysis/rights/trust-changes.ts';
import { formatId } from '../kubernetes/object-id.ts';
import { type Comparison, compare, type Rendering, render, type SourceFile } from '../leasehold.ts';
import type { CeilingChange } from '../shell/ceiling.ts';
import { tallyOf } from '../shell/problems.ts';
import { jsonText, printable } from '../shell/text.ts';
import type { Arguments } from './arguments.ts';
import { costExcess, costLimit, costOfDiff, costText } from './diff-cost.ts';
import { diffText } from './diff-text.ts';
import { readVersionNames } from './diff-versions.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { problemsText } from './problems.ts';
import { startProgress } from './progress.ts';
import { paintFor } from './style.ts';
import { usageError } from './usage.ts';
import { directoryHint, readBase, readVersion } from './version-files.ts';

const help = 'leasehold diff --help';

/** Compares the objects that two versions of the tenants render. */
export function diff(args: Arguments, ports: Ports): ExitCode {
  const limit = costLimit(args);
  if (typeof limit === 'string') return usageError(ports, limit, help);
  const versions = readVersionNames(args, ports);
  if (!versions.ok) return usageError(ports, versions.message, help);
  const { path } = versions;
  const baseName = versions.base.name;
  const base = readBase(versions.base, path, ports);
  const head = base.ok ? readVersion(versions.head, path, ports) : base;
  if (!base.ok || !head.ok) return usageError(ports, (head as { message: string }).message, help);
  if (!ports.terminal.isQuiet && versions.note !== undefined) ports.stderr(`${versions.note}\n`);
  if (!ports.terminal.isQuiet && base.files.length === 0)
    ports.stderr(
      `${baseName} has no .yaml, .yml or .json files in ${path}, so everything counts as added; ${directoryHint(baseName)}\n`,
    );
  const progress = startProgress(ports);
  progress.announce('rendering', base.files.length + head.files.length);
  const [before, after] = [render(base.files), render(head.files)];
  const comparison = compare(before, after, head.files);
  progress.end();
  const costs = comparison.ok ? costOfDiff({ before: before.objects, after: after.objects }, args, ports) : noCost;
  if (!costs.ok) return usageError(ports, costs.message, help);
  const { cost } = costs;
  if (args.text('output') === 'json') ports.stdout(jsonText({ ...comparison, ...(cost && { cost }) }));
  else print({ ...comparison, cost }, { baseName, base: base.files, head: head.files }, ports);
  if (!comparison.ok) return exitCodes.problems;
  printTrustChanges(before, after, ports);
  return checkLimits([riskExcess(comparison.changes, args.text('fail-on')), costExcess(cost, limit)], ports);
}

function printTrustChanges(before: Rendering, after: Rendering, { terminal, stderr }: Ports): void {
  if (terminal.isQuiet) return;
  for (const sentence of trustChanges(before.resources, after.resources)) stderr(`note: ${printable(sentence)}\n`);
}

const noCost = { ok: true, cost: undefined } as const;

interface ComparedFiles {
  readonly baseName: string;
  readonly base: readonly SourceFile[];
  readonly head: readonly SourceFile[];
}

function print(
  { changes, problems, baseProblems, cost }: Comparison & { readonly cost: CeilingChange | undefined },
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
  if (cost) ports.stdout(costText(cost));
  if (problems.length > 0)
    ports.stderr(
      `${problemsText(problems, head, ports, 'stderr')}${tallyOf(problems)}${rendered ? '' : ' in the new version'}\n`,
    );
}

/** The message if a change has the risk `limit` or a more severe one. */
function riskExcess(changes: readonly Change[], limit: string | undefined): string | undefined {
  const order: readonly string[] = Object.keys(risks);
  const [worst] = changes
    .filter(({ risk }) => limit !== undefined && order.indexOf(risk) <= order.indexOf(limit))
    .sort((a, b) => order.indexOf(a.risk) - order.indexOf(b.risk));
  return (
    worst && `${formatId(worst.id)} of ${worst.tenant} has the risk ${worst.risk}, which --fail-on ${limit} rejects`
  );
}

/** Fails if the change exceeds a limit. */
function checkLimits(messages: readonly (string | undefined)[], ports: Ports): ExitCode {
  const exceeded = messages.filter((message) => message !== undefined);
  for (const message of exceeded) ports.stderr(`leasehold: ${message}\n`);
  return exceeded.length === 0 ? exitCodes.success : exitCodes.limit;
}
