import * as assert from 'uvu/assert';
import { annotateProblems } from '../../action/annotate.ts';
import type { Annotation } from '../../action/ports.ts';
import type { Problem } from '../../leasehold.ts';
import { suite } from '../harness.ts';

suite('an annotation', (test) => {
  test('contains no control characters from a file, because a log would interpret them', () => {
    const shown: Annotation[] = [];
    const hostile = 'a\u001b[8m\n::error::b\u202e';
    const problem: Problem = {
      code: 'unknown-kind',
      severity: 'error',
      at: { file: 'a.yaml', line: 1, column: 1, path: hostile },
      message: hostile,
      fix: hostile,
    };
    const runner = { log: () => {}, annotate: (one: Annotation) => void shown.push(one) };
    annotateProblems([problem], { changed: new Map() }, { ...runner, summary: async () => {}, output: () => {} });
    const safe = 'a·[8m·::error::b·';
    assert.equal([shown[0]?.message, shown[0]?.title], [`${safe}\n${safe}`, `unknown-kind: ${safe}`]);
  });
});
