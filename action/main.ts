import { readRunner } from './environment.ts';
import { nodePorts } from './node-ports.ts';
import { run } from './run.ts';

const environment = readRunner();
process.chdir(environment.workspace);
const outcome = await run(nodePorts(environment));
// Set, not exited with: output that is still on its way must arrive.
process.exitCode = outcome.ok ? 0 : 1;
