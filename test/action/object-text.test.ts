import * as assert from 'uvu/assert';
import { objectLine } from '../../action/object-text.ts';
import type { Change, RiskFinding } from '../../analysis/diff/change.ts';
import { suite } from '../harness.ts';

const lineOf = (findings: readonly RiskFinding[]) => {
  const id = { group: 'apps', kind: 'Deployment', namespace: 'a', name: 'web' };
  const rest = { kept: false, fields: [], source: '', tenant: 'a', action: 'changed' } as const;
  const change: Change = { ...rest, id, findings, risk: findings[0]?.risk ?? 'routine' };
  return objectLine(change);
};

suite('the line of a changed object', (test) => {
  test('has the reasons of every risk, each once', () => {
    const line = lineOf([
      { risk: 'data-loss', why: 'the volume is gone' },
      { risk: 'privileged', why: 'hostPID is true' },
      { risk: 'privileged', why: 'hostPID is true' },
    ]);
    assert.match(line, ': the volume is gone; privileged: hostPID is true');
    assert.is(line.split('hostPID').length, 2);
  });

  test('counts the reasons that it omits', () => {
    const findings = Array.from({ length: 15 }, (_, n) => ({ risk: 'privileged', why: `reason ${n}` }) as const);
    assert.match(lineOf(findings), /reason 11; and 3 more reasons$/);
    assert.not.match(lineOf(findings.slice(0, 12)), 'more reason');
  });
});
