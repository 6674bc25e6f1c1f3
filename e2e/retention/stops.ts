import type { Test } from '../../test/harness.ts';

/** Functions that stop what a test started. They run even if the test fails. */
export const started: (() => unknown)[] = [];

/** Like `test`, and stops after each test what it started. */
export function stopping(test: Test): Test {
  return (title, run) =>
    test(title, async () => {
      try {
        await run();
      } finally {
        for (const stop of started.splice(0)) await stop();
      }
    });
}
