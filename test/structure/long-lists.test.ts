import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { trackedFiles } from '../scripts/tracked-files.ts';

/** A call that passes each item of a list as an argument. V8 throws a RangeError for more than about 125,000 of them. */
const spreadCall = /\.push\(\.\.\.|\bMath\.(?:max|min)\((?:[^()]*,\s*)?\.\.\./;

/** Files whose lists have a fixed length. */
const exceptions = ['console/model/tenant-use.ts', 'gateway/live/live.ts'];

const programs = /^(?!test\/|e2e\/|bench\/|scripts\/|build\/).*\.tsx?$/;

suite('in programs that read lists of any length,', (test) => {
  test('the items of a list are never arguments of push, Math.max or Math.min', () => {
    const files = trackedFiles().filter((file) => programs.test(file));
    assert.ok(files.length > 500, `${files.length}`);
    const found = files.filter((file) => spreadCall.test(readFileSync(file, 'utf8')));
    assert.equal(found.sort(), exceptions);
  });

  test('the check finds calls that spread a list', () => {
    for (const call of ['files.push(...read.files)', 'Math.max(0, ...ages)', 'Math.min(...times.map(Number))'])
      assert.ok(spreadCall.test(call), call);
    assert.not(spreadCall.test('[...argv.slice(0, Math.max(lead, 0)), ...words]'));
  });
});
