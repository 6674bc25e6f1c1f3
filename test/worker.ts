import { run } from 'uvu/run';
import { tally } from './tally.ts';
import type { TestFile } from './test-files.ts';

declare global {
  /** The list in which uvu keeps suites. Suites that ran remain in it, and would run again with the next file. */
  var UVU_QUEUE: unknown[];
}

/** Runs the test files that it receives, one at a time, and responds with the counts of each. */
process.on('message', async (file: TestFile) => {
  Object.assign(tally, { passed: 0, failed: 0 });
  globalThis.UVU_QUEUE = [];
  await run([file]);
  // Failed tests are counted; the exit code reports errors outside tests.
  process.exitCode = 0;
  process.send?.(tally);
});

// Exits even if a test left a resource open.
process.on('disconnect', () => process.exit());
