import { convert } from '../../../core/convert/convert.ts';
import { parse } from '../../../core/parse/parse.ts';
import { readYaml } from '../../../core/parse/read-yaml.ts';
import { printYaml } from '../../../core/print/print-yaml.ts';
import { isError } from '../../../core/problem/problem.ts';
import { resolve } from '../../../core/resolve/resolve.ts';
import type { SourceFile } from '../../../core/source/source.ts';
import { validate } from '../../../core/validate/validate.ts';
import { kinds } from '../../index.ts';
import { type WantedChart, wantedCharts } from './wanted-charts.ts';

export type { WantedChart } from './wanted-charts.ts';

/** What `leasehold vendor` has to do for some files. */
export interface ChartPlan {
  /** Inflations that an instance asks for and no file holds. */
  readonly missing: readonly WantedChart[];
  /** How many are there already. */
  readonly present: number;
  /** Files of a directory of charts that hold one no longer asked for. None when anything is faulty. */
  readonly surplus: readonly string[];
}

/** Holds the charts that instances ask for against those that are there. */
export function planCharts(files: readonly SourceFile[]): ChartPlan {
  const parsed = parse(files);
  const current = convert(validate(parsed.documents), kinds);
  const { world, faults } = resolve({ ...current, faults: [...parsed.faults, ...current.faults] }, kinds);
  const wanted = world.derived(wantedCharts);
  const there = world.all('inflated-chart');
  const names = new Set(there.map(({ name }) => name));
  const surplus = there.filter(({ name, origin }) => !wanted.has(name) && origin.file.endsWith(`/${chartFile(name)}`));
  return {
    missing: [...wanted.values()].filter(({ name }) => !names.has(name)),
    present: [...wanted.keys()].filter((name) => names.has(name)).length,
    surplus: faults.some(isError) ? [] : surplus.map(({ origin }) => origin.file),
  };
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
    const message = `it invents ${labelOf(odd)} anew each time; set the values of the chart that replace what it invents`;
    return { ok: false, message };
  }
  return print(wanted, bodies);
}

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

function labelOf(object: unknown): string {
  const { kind, metadata } = object as { readonly kind?: unknown; readonly metadata?: { readonly name?: unknown } };
  return `${kind} ${metadata?.name}`;
}

function print({ name, chart, release, namespace }: WantedChart, objects: readonly unknown[]): ChartText {
  const inflated = {
    apiVersion: 'leasehold.dev/v1alpha1',
    kind: 'InflatedChart',
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
