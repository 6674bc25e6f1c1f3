import { readFileSync } from 'node:fs';

/** The values of the chart of the bundled PostgreSQL, and the effect of each in leasehold. */
export interface ChartList {
  readonly chart: string;
  readonly version: string;
  readonly source: string;
  readonly values: readonly ChartValue[];
}

/**
 * The value has its outcome only while all conditions in `while` are met. `instead` describes what to do instead of setting it.
 */
export interface ChartValue {
  readonly path: string;
  readonly default: unknown;
  readonly outcome: 'effect' | 'warning' | 'error';
  readonly while?: readonly string[];
  readonly instead?: string;
}

export function readChartList(): ChartList {
  return JSON.parse(readFileSync('kinds/kryton/kryton/values/postgresql-chart.json', 'utf8')) as ChartList;
}

/** build/chart-values.ts: the list as a module. */
export function chartValuesModule(): string {
  const type = `export interface ChartValue {
  readonly path: string;
  readonly default: unknown;
  readonly outcome: 'effect' | 'warning' | 'error';
  readonly while?: readonly string[];
  readonly instead?: string;
}`;
  const text = JSON.stringify(JSON.stringify(readChartList().values));
  return `${type}\nconst text =\n  ${text};\n/** Parsed on each call. */\nexport const chartValues = (): readonly ChartValue[] => JSON.parse(text);\n`;
}
