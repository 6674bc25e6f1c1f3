import { nodePorts } from './node-ports.ts';
import { run } from './run.ts';

// Whoever reads our output may stop early (`| head`); that is no fault.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}
// Set, not exited with: output that is still on its way must arrive.
process.exitCode = await run(process.argv.slice(2), nodePorts());
