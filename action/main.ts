import { readRunner } from './environment.ts';
import { nodePorts } from './node-ports.ts';
import { run } from './run.ts';

// The runner cancels a run by a signal. What is temporary is removed at the exit.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));

const environment = readRunner();
process.chdir(environment.workspace);
const outcome = await run(nodePorts(environment));
// Set, not exited with: output that is still on its way must arrive.
process.exitCode = outcome.ok ? 0 : 1;
