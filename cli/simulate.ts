import { enforcedRules } from '../analysis/simulate/enforced-rules.ts';
import { readInventory } from '../analysis/simulate/inventory.ts';
import { inventoryResources } from '../analysis/simulate/resources.ts';
import {
  newRejections,
  type Rejection,
  simulate as simulateRules,
  uncheckedNamespaces,
} from '../analysis/simulate/simulate.ts';
import { shortList } from '../data/short-list.ts';
import type { Tree } from '../data/tree.ts';
import { load, render, type SourceFile } from '../leasehold.ts';
import { type AnsweredRejection, rejectionsMarkdown } from '../shell/rejections.ts';
import { jsonText } from '../shell/text.ts';
import type { Arguments } from './arguments.ts';
import { dryRun } from './dry-run.ts';
import { readCluster, readExport } from './export.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { reportErrors } from './problems.ts';
import { startProgress } from './progress.ts';
import { simulationText } from './simulate-text.ts';
import { directoryOf, readTenantFiles, type TenantFiles } from './tenants.ts';
import { usageError } from './usage.ts';
import { versionOf } from './version.ts';
import { readBase } from './version-files.ts';

const help = 'leasehold simulate --help';

/** Lists the existing objects that the rules of the tenants would reject. */
export function simulate(args: Arguments, ports: Ports): ExitCode {
  const inventory = inventoryOf(args, ports);
  if (!inventory.ok) return failure(inventory, ports);
  const dir = directoryOf(args);
  const base = args.text('base');
  const head = readTenantFiles(dir, ports, startProgress(ports));
  const earlier = base === undefined ? nothing : baseFiles(base, dir, ports);
  if (!head.ok) return usageError(ports, head.message, help);
  if (!earlier.ok) return usageError(ports, earlier.message, help);
  const rejectionsOf = evaluation(inventory.objects, ports);
  const after = rejectionsOf(head.files, 'nothing can be simulated');
  const before = after && rejectionsOf(earlier.files, `the rules of ${base} are unknown`);
  if (!before) return exitCodes.problems;
  if (!after.hasRules && !ports.terminal.isQuiet) ports.stderr(`note: ${noRules}\n`);
  if (after.unchecked.length > 0 && !ports.terminal.isQuiet)
    ports.stderr(
      `note: objects in ${shortList(after.unchecked, 3)} are not checked, because the inventory lacks ${after.unchecked.length === 1 ? 'this Namespace' : 'these Namespaces'}\n`,
    );
  return report(newRejections(before.rejections, after.rejections), inventory.objects, args, ports);
}

const noRules =
  'there are no rules to evaluate; the Platform needs spec.enforcement with backend policies or gatekeeper';

function failure({ message, isOfCluster = false }: Extract<Inventory, { readonly ok: false }>, ports: Ports): ExitCode {
  if (!isOfCluster) return usageError(ports, message, help);
  ports.stderr(`leasehold: ${message}\n`);
  return exitCodes.problems;
}

const nothing = { ok: true, files: [] } as const;

function baseFiles(name: string, dir: string, ports: Ports): TenantFiles {
  const base = versionOf(name, ports);
  return base.ok ? readBase(base.version, dir, ports) : base;
}

/** Evaluates the rules of files for the existing objects. Undefined for files with errors, which it prints. */
function evaluation(existing: readonly Tree[], ports: Ports) {
  return (files: readonly SourceFile[], missing: string) => {
    const rendering = render(files);
    if (rendering.ok) {
      const hasRules = enforcedRules(rendering.objects).length > 0;
      const unchecked = hasRules ? uncheckedNamespaces(rendering.objects, existing) : [];
      return { rejections: simulateRules(rendering.objects, existing), hasRules, unchecked };
    }
    reportErrors(rendering.problems, files, missing, ports);
    return undefined;
  };
}

type Inventory =
  | { readonly ok: true; readonly objects: readonly Tree[] }
  | { readonly ok: false; readonly message: string; readonly isOfCluster?: boolean };

function inventoryOf(args: Arguments, ports: Ports): Inventory {
  const places = inventoryPlaces(args);
  const isLive = args.isSet('cluster');
  const alone = ['context', 'as', 'as-group'].find((option) => args.isStated(option));
  if (isLive === places.length > 0)
    return { ok: false, message: 'simulate needs either --inventory FILE or --cluster' };
  if (!isLive && alone !== undefined) return { ok: false, message: `--${alone} needs --cluster` };
  if (args.isStated('as-group') && !args.isStated('as')) return { ok: false, message: '--as-group needs --as' };
  const all = isLive
    ? [readCluster(inventoryResources, args.text('context'), ports)]
    : places.map((place) => readExport(place, ports));
  const objects: Tree[] = [];
  for (const exported of all) {
    if (!exported.ok) return exported;
    for (const file of exported.files) {
      const read = 'text' in file ? readInventory(file.path, file.text) : unreadable(file);
      if (!read.ok) return read;
      for (const object of read.objects) objects.push(object);
    }
  }
  return { ok: true, objects };
}

function unreadable(file: SourceFile) {
  const [problem] = load([file]).problems;
  return { ok: false, message: `${problem?.message ?? file.path}; ${problem?.fix}` } as const;
}

/** The setting of the configuration file applies only without --cluster. */
function inventoryPlaces(args: Arguments): readonly string[] {
  const stated = args.texts('inventory');
  if (stated.length > 0) return stated;
  const setting = args.text('inventory');
  return setting === undefined || args.isSet('cluster') ? [] : [setting];
}

/** The maximum number of dry runs, each of which starts kubectl. */
const maxDryRuns = 200;

function report(rejections: readonly Rejection[], existing: readonly Tree[], args: Arguments, ports: Ports): ExitCode {
  const answered = args.isSet('cluster') ? withAnswers(rejections, args, ports) : rejections;
  const format = args.text('output') ?? 'text';
  if (format === 'json') ports.stdout(jsonText(answered.map(withoutBody)));
  else
    ports.stdout(
      format === 'markdown' ? rejectionsMarkdown(answered) : simulationText(answered, existing.length, ports),
    );
  return rejections.some(({ mode }) => mode === 'deny') && args.isSet('strict') ? exitCodes.limit : exitCodes.success;
}

/** The body of an object can contain values that do not belong in a report, such as environment variables. */
function withoutBody({ request, ...rejection }: AnsweredRejection): object {
  return rejection;
}

function withAnswers(rejections: readonly Rejection[], args: Arguments, ports: Ports): readonly AnsweredRejection[] {
  const context = args.text('context');
  const user = args.text('as');
  const connection = [
    ...(context === undefined ? [] : [`--context=${context}`]),
    ...(user === undefined ? [] : [`--as=${user}`, ...args.texts('as-group').map((group) => `--as-group=${group}`)]),
  ];
  for (const note of notesOn(rejections.length, user)) if (!ports.terminal.isQuiet) ports.stderr(`note: ${note}\n`);
  return rejections.map((rejection, at) =>
    at < maxDryRuns ? { ...rejection, apiServer: dryRun(rejection.request, connection, ports) } : rejection,
  );
}

function notesOn(found: number, user: string | undefined): readonly string[] {
  const own = 'the dry runs use your own account, which rules may exempt; pass a user of a tenant with --as';
  const some = `dry runs cover the first ${maxDryRuns} of ${found} findings`;
  return [...(user === undefined && found > 0 ? [own] : []), ...(found > maxDryRuns ? [some] : [])];
}
