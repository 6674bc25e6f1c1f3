import type { Helm } from '../io/helm.ts';
import { type ChartPlan, chartFile, chartText, planCharts, type WantedChart } from '../leasehold.ts';
import { defaultDirectory } from '../shell/default-directory.ts';
import { count, printable } from '../shell/text.ts';
import type { Arguments } from './arguments.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { startProgress } from './progress.ts';
import { readTenantFiles } from './tenants.ts';
import { usageError } from './usage.ts';

/** Inflates the charts of Templates into files that rendering reads: the one step that needs Helm and a network. */
export function vendor(args: Arguments, ports: Ports): ExitCode {
  const dir = args.words[0] ?? defaultDirectory;
  const progress = startProgress(ports);
  const tenants = readTenantFiles(dir, ports, progress);
  progress.end();
  if (!tenants.ok) return usageError(ports, tenants.message, 'leasehold vendor --help');
  const plan = planCharts(tenants.files);
  const written = plan.missing.length === 0 ? 0 : inflateAll(plan.missing, dir, ports);
  if (written < plan.missing.length) return exitCodes.faults;
  for (const path of plan.surplus) ports.files.remove(path);
  ports.stdout(`${summary(plan, dir)}\n`);
  return exitCodes.success;
}

function summary({ missing, present, surplus }: ChartPlan, dir: string): string {
  return `${count(missing.length, 'chart')} inflated into ${dir}/charts, ${present} there already, ${surplus.length} removed`;
}

/** Returns the number of written charts. Continues after an error so that a single run reports every error. */
function inflateAll(charts: readonly WantedChart[], dir: string, ports: Ports): number {
  const helm = ports.openHelm();
  const progress = startProgress(ports);
  try {
    let written = 0;
    for (const [index, chart] of charts.entries()) {
      progress.step('inflating', index, charts.length);
      const outcome = inflate(chart, helm);
      if (outcome.ok) {
        ports.files.create(`${dir}/${chartFile(chart.name)}`, outcome.text);
        written += 1;
        continue;
      }
      progress.end();
      ports.stderr(`leasehold: ${printable(outcome.message)}\n`);
      if (outcome.isFinal) break;
    }
    return written;
  } finally {
    progress.end();
    helm.close();
  }
}

type VendorResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly isFinal: boolean; readonly message: string };

function inflate(wanted: WantedChart, helm: Helm): VendorResult {
  const { chart, template, namespace } = wanted;
  const what = `Template ${template}, chart ${chart.name}${chart.version === undefined ? '' : ` ${chart.version}`}`;
  const first = helm.inflate(wanted);
  const second = first.ok ? helm.inflate(wanted) : first;
  if (!first.ok || !second.ok) {
    const failed = (first.ok ? second : first) as { readonly reason: string; readonly message: string };
    if (failed.reason === 'no-helm') return { ok: false, isFinal: true, message: `${what} needs Helm: ${advice}` };
    return { ok: false, isFinal: false, message: `${what} for ${namespace}: ${failed.message}` };
  }
  const made = chartText(wanted, first.text, second.text);
  return made.ok ? made : { ok: false, isFinal: false, message: `${what} for ${namespace}: ${made.message}` };
}

const advice =
  'there is no helm on the PATH. Install it as https://helm.sh/docs/intro/install says, or run leasehold vendor where it is, and commit what it writes';
