import { posix } from 'node:path';
import type { Helm } from '../io/helm.ts';
import {
  type ChartPlan,
  chartText,
  type MissingChart,
  type PlannedChart,
  planCharts,
  type SourceFile,
  type WantedChart,
} from '../leasehold.ts';
import { count, printable } from '../shell/text.ts';
import type { Arguments } from './arguments.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { startProgress } from './progress.ts';
import { directoryOf, readTenantFiles } from './tenants.ts';
import { usageError } from './usage.ts';

/** Inflates the charts of Templates into files that rendering reads. Only this command runs Helm. */
export function vendor(args: Arguments, ports: Ports): ExitCode {
  const dir = directoryOf(args);
  const progress = startProgress(ports);
  const tenants = readTenantFiles(dir, ports, progress);
  progress.end();
  if (!tenants.ok) return usageError(ports, tenants.message, 'leasehold vendor --help');
  const plan = planCharts(tenants.files, dir);
  const run = { plan, ports, isJson: args.text('output') === 'json' };
  return args.isSet('check') ? check(run, tenants.files) : write(run, dir);
}

interface VendorRun {
  readonly plan: ChartPlan;
  readonly ports: Ports;
  readonly isJson: boolean;
}

function write({ plan, ports, isJson }: VendorRun, dir: string): ExitCode {
  const { missing, present, surplus } = plan;
  const written = inflateAll(missing, ports, (planned, text) =>
    create(planned.file, text, { root: rootFor(planned, dir), ports }),
  );
  if (written < missing.length || isUnknown(plan, ports)) return exitCodes.problems;
  for (const path of surplus) ports.files.remove(path);
  const inflated = `${count(missing.length, 'chart')} inflated${placeOf(missing)}`;
  const text = `${inflated}, ${present.length} unchanged, ${surplus.length} removed`;
  ports.stdout(isJson ? planJson(plan) : `${text}\n`);
  return exitCodes.success;
}

/** The files of a vendor run, by result. */
function planJson({ missing, present, surplus }: ChartPlan): string {
  const filesOf = (charts: readonly PlannedChart[]) => charts.map(({ file }) => file);
  const data = { written: filesOf(missing), unchanged: filesOf(present), removed: surplus };
  return `${JSON.stringify(data, null, 2)}\n`;
}

/** ` into tenants/charts`, if all files are in one directory. */
function placeOf(charts: readonly PlannedChart[]): string {
  const folders = new Set(charts.map(({ file }) => file.slice(0, file.lastIndexOf('/'))));
  return folders.size === 1 ? ` into ${[...folders].join('')}` : '';
}

/** The directory that must contain the file: that of the tenants, or that of the Platform if it is next to it. */
function rootFor({ file, root }: MissingChart, dir: string): string {
  return posix.relative(dir, file).startsWith('../') ? root : dir;
}

/** Creates a file. Returns an error message if the file is outside the directory or already exists. */
function create(file: string, text: string, { root, ports }: { root: string; ports: Ports }): string | undefined {
  const { files } = ports;
  if (!files.isWithin(file, root)) {
    const link = linkOut(file, root, files);
    return `${file} is not written, because the link ${link} leads out of ${root}; remove the link`;
  }
  return files.create(file, text)
    ? undefined
    : `${file} is not written, because a file or directory with this path exists; delete it and run leasehold vendor again`;
}

/** The first link of the path that leads out of the directory. */
function linkOut(file: string, root: string, { isWithin }: Ports['files']): string {
  const steps = posix.relative(root, file).split('/');
  const paths = steps.map((_, index) => posix.join(root, ...steps.slice(0, index + 1)));
  return paths.find((path) => !isWithin(path, root)) ?? file;
}

/**
 * Reports charts without a file and files without a chart. Inflates every other chart again and compares it with its file, to
 * detect manual changes.
 */
function check({ plan, ports, isJson }: VendorRun, files: readonly SourceFile[]): ExitCode {
  const { missing, present, surplus } = plan;
  const texts = new Map(files.map((file) => [file.path, 'text' in file ? file.text : '']));
  const compare = ({ file }: PlannedChart, text: string) =>
    texts.get(file) === text
      ? undefined
      : `${file} differs from the output of Helm; delete it and run leasehold vendor`;
  for (const { chart } of missing)
    report(`${describe(chart)} for ${chart.namespace} is not inflated; run leasehold vendor`, ports);
  for (const file of surplus) report(`${file} is no longer needed; run leasehold vendor to remove it`, ports);
  const hidden = isUnknown(plan, ports);
  const same = inflateAll(present, ports, compare);
  const isCurrent = same === present.length && missing.length === 0 && surplus.length === 0 && !hidden;
  if (isCurrent) ports.stdout(isJson ? planJson(plan) : `${count(present.length, 'chart')} verified, no differences\n`);
  return isCurrent ? exitCodes.success : exitCodes.problems;
}

/** Reports that errors can hide charts. A missing chart is itself an error, so the function reports only other errors. */
function isUnknown({ hasErrors, missing }: ChartPlan, ports: Ports): boolean {
  if (!hasErrors || missing.length > 0) return false;
  report(
    'the files have errors, so the charts that they need are unknown; run leasehold check and fix the errors',
    ports,
  );
  return true;
}

function report(message: string, ports: Ports): void {
  ports.stderr(`leasehold: ${printable(message)}\n`);
}

/**
 * Passes the text of each chart to a function that returns an error message. Returns the number of charts without an
 * error. Continues after an error, unless helm is missing, so that a single run reports every error.
 */
function inflateAll<Planned extends PlannedChart>(
  charts: readonly Planned[],
  ports: Ports,
  use: (planned: Planned, text: string) => string | undefined,
): number {
  if (charts.length === 0) return 0;
  const helm = ports.openHelm();
  const progress = startProgress(ports);
  try {
    let done = 0;
    for (const [index, planned] of charts.entries()) {
      progress.step('inflating', index, charts.length);
      const outcome = inflate(planned.chart, helm);
      const message = outcome.ok ? use(planned, outcome.text) : outcome.message;
      if (message === undefined) {
        done += 1;
        continue;
      }
      progress.end();
      report(message, ports);
      if (!outcome.ok && outcome.isFinal) break;
    }
    return done;
  } finally {
    progress.end();
    helm.close();
  }
}

type VendorResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly isFinal: boolean; readonly message: string };

function inflate(wanted: WantedChart, helm: Helm): VendorResult {
  const { namespace } = wanted;
  const what = describe(wanted);
  const first = helm.inflate(wanted);
  const second = first.ok ? helm.inflate(wanted) : first;
  if (!first.ok || !second.ok) {
    const failed = (first.ok ? second : first) as { readonly reason: string; readonly message: string };
    if (failed.reason === 'no-helm') return { ok: false, isFinal: true, message: `${what} needs Helm: ${advice}` };
    return { ok: false, isFinal: false, message: `${what} for ${namespace}: ${failed.message}` };
  }
  const result = chartText(wanted, first.text, second.text);
  return result.ok ? result : { ok: false, isFinal: false, message: `${what} for ${namespace}: ${result.message}` };
}

function describe({ chart, template }: WantedChart): string {
  return `Template ${template}, chart ${chart.name}${chart.version === undefined ? '' : ` ${chart.version}`}`;
}

const advice =
  'helm is not on the PATH. Install it (https://helm.sh/docs/intro/install), or run leasehold vendor on another machine and commit the files';
