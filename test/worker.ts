import { run } from 'uvu/run';
import { tally } from './tally.ts';
import type { TestFile } from './test-files.ts';

declare global {
  /** Where uvu keeps suites until they run; those that ran stay in it, and would run again with the next file. */
  var UVU_QUEUE: unknown[];
}

/** Runs the test files that are sent to it, one at a time, and answers with the counts of each. */
process.on('message', async (file: TestFile) => {
  Object.assign(tally, { passed: 0, failed: 0 });
  globalThis.UVU_QUEUE = [];
  await run([file]);
  // What failed is counted; the exit code is for what no test caught.
  process.exitCode = 0;
  process.send?.(tally);
});

// Whatever a test left open.
process.on('disconnect', () => process.exit());
