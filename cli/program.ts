import { endOnFailedOutput } from '../io/standard-streams.ts';
import { nodePorts } from './node-ports.ts';
import { run } from './run.ts';

endOnFailedOutput('leasehold');
// Set exitCode instead of calling exit() so that pending output is flushed.
process.exitCode = await run(process.argv.slice(2), nodePorts());
