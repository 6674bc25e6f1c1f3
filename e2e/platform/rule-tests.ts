import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { textAt, valueAt } from '../../data/tree.ts';
import type { KubeObject } from '../manifests.ts';
import { temporaryFolder } from '../temporary.ts';
import { names } from './programs.ts';

export interface Series {
  readonly series: string;
  readonly values: string;
}

export const constant = (series: string, value: number): Series => ({ series, values: `${value}x4000` });

export interface Situation {
  readonly interval?: string;
  readonly input: readonly Series[];
  readonly promql?: readonly object[];
  readonly alerts?: readonly object[];
}

export interface RenderedRules {
  readonly file: string;
  /** Evaluates the rules with promtool, which simulates the time. */
  passes(situation: Situation): void;
}

/** The rules of the rendered Prometheus, or those for the Prometheus Operator. */
export function renderedRules(objects: readonly KubeObject[]): RenderedRules {
  const folder = temporaryFolder('leasehold-rules-');
  const file = join(folder, 'rules.yml');
  const ofOperator = objects.find(({ kind }) => kind === 'PrometheusRule');
  const map = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === names.prometheus);
  writeFileSync(file, ofOperator ? JSON.stringify(valueAt(ofOperator, 'spec')) : textAt(map, 'data', 'rules.yml'));
  const passes = ({ interval = '1m', input, promql = [], alerts = [] }: Situation) => {
    const tests = [{ interval, input_series: input, promql_expr_test: promql, alert_rule_test: alerts }];
    const test = join(folder, 'test.yml');
    writeFileSync(test, JSON.stringify({ rule_files: ['rules.yml'], evaluation_interval: interval, tests }));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', test], { encoding: 'utf8' });
    assert.is(status, 0, stdout + stderr);
  };
  return { file, passes };
}
