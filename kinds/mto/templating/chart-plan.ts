import { contracts } from '../../../build/contracts.ts';
import { describeObject } from '../../../core/gate/gate.ts';
import { isError } from '../../../core/problem/problem.ts';
import type { Resolved } from '../../../core/resolve/resolve.ts';
import { printYaml } from '../../../yaml/print-yaml.ts';
import { readYaml } from '../../../yaml/read-yaml.ts';
import { type WantedChart, wantedCharts } from './wanted-charts.ts';

/** The work of `leasehold vendor`. */
export interface ChartPlan {
  /** Inflations that an instance needs and no file has. */
  readonly missing: readonly WantedChart[];
  /** The number of existing inflations. */
  readonly present: number;
  /** Files of inflations that are no longer needed. Empty if there are any errors. */
  readonly surplus: readonly string[];
}

/** Compares the charts that instances need with the charts in the files. */
export function planCharts({ world, faults }: Pick<Resolved, 'world' | 'faults'>): ChartPlan {
  const wanted = world.derived(wantedCharts);
  const present = world.all('inflated-chart');
  const names = new Set(present.map(({ name }) => name));
  const surplus = present.filter(({ name, origin }) => !wanted.has(name) && isChartFile(origin.file, name));
  return {
    missing: [...wanted.values()].filter(({ name }) => !names.has(name)),
    present: [...wanted.keys()].filter((name) => names.has(name)).length,
    surplus: faults.some(isError) ? [] : surplus.map(({ origin }) => origin.file),
  };
}

function isChartFile(file: string, name: string): boolean {
  return file.endsWith(`/${chartFile(name)}`);
}

/** The file of an inflated chart, relative to the directory of the tenants. */
export function chartFile(name: string): string {
  return `charts/${name}.yaml`;
}

export type ChartTextResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/**
 * The file of an InflatedChart, from two outputs of Helm. Rejects charts whose outputs differ, for example by a generated
 * password or a date: the file would change with each inflation.
 */
export function chartText(wanted: WantedChart, first: string, second: string): ChartTextResult {
  const [objects, others] = [readYaml(first), readYaml(second)];
  if (!objects.ok) return { ok: false, message: `its output is not YAML: line ${objects.line}: ${objects.message}` };
  const bodies = objects.bodies.filter((body) => body !== null);
  const changing =
    first === second || !others.ok
      ? undefined
      : bodies.find((body, index) => differs(body, others.bodies.filter((one) => one !== null)[index]));
  if (changing !== undefined) {
    const message = `${describeObject(changing)} differs each time; set the values of the chart that it would generate`;
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
    return { ok: false, message: 'it prints a number that YAML readers read in different ways' };
  }
}
