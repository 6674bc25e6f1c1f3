import { configureGlobal } from 'fast-check';
import { suite as uvuSuite } from 'uvu';
import { tally } from './tally.ts';

// Each run tries the same inputs, so that the result of a commit does not change between runs. To try other inputs, set SEED.
configureGlobal({ seed: Number(process.env['SEED'] ?? 1) });

type Run = () => void | Promise<void>;

/** Registers one law, case or scenario. The title is the requirement. */
export type Test = (title: string, run: Run) => void;

/** The only access to suites of uvu: every suite that is defined runs, and its tests count. */
export function suite(name: string, define: (test: Test) => void): void {
  const running = uvuSuite(name);
  define((title, run) => running(title, () => counted(run)));
  running.run();
}

async function counted(run: Run): Promise<void> {
  try {
    await run();
    tally.passed++;
  } catch (error) {
    tally.failed++;
    throw withCause(error);
  }
}

/** fast-check stores the failed assertion as the cause, and prints counterexamples of any length. */
function withCause(error: unknown): unknown {
  if (!(error instanceof Error) || !(error.cause instanceof Error)) return error;
  const short = error.message.split('\n').map((line) => line.slice(0, 2000));
  error.message = [...short, error.cause.stack].join('\n');
  return error;
}
