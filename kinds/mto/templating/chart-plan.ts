import { contracts } from '../../../build/contracts.ts';
import { isError } from '../../../core/problem/problem.ts';
import type { Resolved } from '../../../core/resolve/resolve.ts';
import { printYaml } from '../../../yaml/print-yaml.ts';
import { readYaml } from '../../../yaml/read-yaml.ts';
import { describeObject } from './object-fault.ts';
import { type WantedChart, wantedCharts } from './wanted-charts.ts';

/** What `leasehold vendor` has to do for some files. */
export interface ChartPlan {
  /** Inflations that an instance asks for and no file holds. */
  readonly missing: readonly WantedChart[];
  /** How many are there already. */
  readonly present: number;
  /** Files of a directory of charts that hold one no longer asked for. None when anything is faulty. */
  readonly surplus: readonly string[];
}

/** Compares the charts that instances ask for with the charts that are in the files. */
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

/** Where an inflated chart lies below the directory of the tenants. */
export function chartFile(name: string): string {
  return `charts/${name}.yaml`;
}

export type ChartText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/**
 * The file of an InflatedChart, made of what Helm printed. Helm is asked twice, for what differs between two answers
 * (a password, a date) would be another each time, and would lie in Git.
 */
export function chartText(wanted: WantedChart, first: string, second: string): ChartText {
  const [objects, others] = [readYaml(first), readYaml(second)];
  if (!objects.ok) return { ok: false, message: `what it prints is no YAML: line ${objects.line}: ${objects.message}` };
  const bodies = objects.bodies.filter((body) => body !== null);
  const odd =
    first === second || !others.ok
      ? undefined
      : bodies.find((body, index) => differs(body, others.bodies.filter((one) => one !== null)[index]));
  if (odd !== undefined) {
    const message = `it invents ${describeObject(odd)} anew each time; set the values of the chart that replace what it invents`;
    return { ok: false, message };
  }
  return print(wanted, bodies);
}

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

function print({ name, chart, release, namespace }: WantedChart, objects: readonly unknown[]): ChartText {
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
