import { endOnFailedOutput } from '../io/standard-streams.ts';
import { nodePorts } from './node-ports.ts';
import { run } from './run.ts';

endOnFailedOutput('leasehold');
// Set, not exited with: output that is still on its way must arrive.
process.exitCode = await run(process.argv.slice(2), nodePorts());
