import { readRunner } from './environment.ts';
import { nodePorts } from './node-ports.ts';
import { run } from './run.ts';

// The runner cancels a run with a signal. Exit handlers remove temporary files.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));

const environment = readRunner();
process.chdir(environment.workspace);
const outcome = await run(nodePorts(environment));
// Set exitCode instead of calling exit() so that pending output is flushed.
process.exitCode = outcome.ok ? 0 : 1;
