import { contracts } from '../../../build/contracts.ts';
import { describeObject } from '../../../core/gate/gate.ts';
import type { World } from '../../../core/kind/world.ts';
import { isError } from '../../../core/problem/problem.ts';
import type { Resolved } from '../../../core/resolve/resolve.ts';
import { printYaml } from '../../../yaml/print-yaml.ts';
import { readYaml } from '../../../yaml/read-yaml.ts';
import { type WantedChart, wantedCharts } from './wanted-charts.ts';

/** The plan of `leasehold vendor`. */
export interface ChartPlan {
  /** Missing inflations that an instance needs. */
  readonly missing: readonly MissingChart[];
  /** Existing inflations that an instance needs. */
  readonly present: readonly PlannedChart[];
  /** Files `charts/<name>.yaml` of inflations that are no longer needed. Empty if there are any errors. */
  readonly surplus: readonly string[];
  /** True if any resource has an error. The charts that such a resource needs are unknown. */
  readonly hasErrors: boolean;
}

/** A chart with the path of its file, which starts with the directory of all files. */
export interface PlannedChart {
  readonly chart: WantedChart;
  readonly file: string;
}

export interface MissingChart extends PlannedChart {
  /** With directoryPerTenant, the directory of the Platform. Otherwise, the directory of all files. */
  readonly root: string;
}

/** Compares the charts that instances need with the charts in the files. `dir` is the directory of all files. */
export function planCharts({ world, problems }: Pick<Resolved, 'world' | 'problems'>, dir: string): ChartPlan {
  const wanted = world.derived(wantedCharts);
  const inflated = world.all('inflated-chart');
  const fileOf = new Map(inflated.map(({ name, origin }) => [name, origin.file]));
  const surplus = inflated.filter(({ name, origin }) => !wanted.has(name) && isChartFile(origin.file, name));
  const present = [...wanted.values()].flatMap((chart) => {
    const file = fileOf.get(chart.name);
    return file === undefined ? [] : [{ chart, file }];
  });
  const missing = [...wanted.values()].filter(({ name }) => !fileOf.has(name));
  const hasErrors = problems.some(isError);
  return {
    missing: missing.map((chart) => place(chart, world, dir)),
    present,
    surplus: hasErrors ? [] : surplus.map(({ origin }) => origin.file),
    hasErrors,
  };
}

/** With directoryPerTenant, charts must be in `tenants/<tenant>/` in the Platform's directory. */
function place(chart: WantedChart, { settings, all }: World, dir: string): MissingChart {
  const [platform] = settings.directoryPerTenant ? all('platform') : [];
  const path = chartFile(chart.name);
  if (!platform) return { chart, file: `${dir}/${path}`, root: dir };
  const { file } = platform.origin;
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  return { chart, file: `${folder}tenants/${chart.tenant}/${path}`, root: folder.slice(0, -1) || '.' };
}

function isChartFile(file: string, name: string): boolean {
  return file.endsWith(`/${chartFile(name)}`);
}

function chartFile(name: string): string {
  return `charts/${name}.yaml`;
}

export type ChartTextResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/**
 * The file of an InflatedChart, from two runs of Helm. Rejects a chart if an object of the first run differs in the second, for
 * example because of a generated password or a date: the file would change with each inflation.
 */
export function chartText(wanted: WantedChart, first: string, second: string): ChartTextResult {
  const [objects, others] = [readYaml(first), readYaml(second)];
  if (!objects.ok)
    return { ok: false, message: `the output of the chart is not YAML: line ${objects.line}: ${objects.message}` };
  const bodies = objects.bodies.filter((body) => body !== null);
  const changing =
    first === second || !others.ok
      ? undefined
      : bodies.find((body, index) => differs(body, others.bodies.filter((one) => one !== null)[index]));
  if (changing !== undefined) {
    const message = `${describeObject(changing)} differs between two runs of Helm; in the Template, set the values that the chart generates, or use a chart without random values and dates`;
    return { ok: false, message };
  }
  return printChart(wanted, bodies);
}

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

function printChart({ name, chart, release, namespace }: WantedChart, objects: readonly unknown[]): ChartTextResult {
  const { apiVersion, kind } = contracts['inflated-chart'];
  const inflated = {
    apiVersion,
    kind,
    metadata: { name },
    spec: { chart, namespace, objects, release },
  };
  try {
    const header = '# Written by leasehold vendor. Edit the Template, not this.\n';
    return { ok: true, text: `${header}${printYaml(inflated, 0).slice(1)}\n` };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return {
      ok: false,
      message: 'the output of the chart contains a number that YAML parsers interpret in different ways',
    };
  }
}
