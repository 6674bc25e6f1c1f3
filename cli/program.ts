import { nodePorts } from './node-ports.ts';
import { exitCodes } from './ports.ts';
import { run } from './run.ts';

// Whoever reads our output may stop early (`| head`); that is no fault. What did not fit a full disk is one.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit();
    if (stream === process.stdout) process.stderr.write(`leasehold: the output is incomplete: ${message}\n`);
    process.exit(exitCodes.faults);
  });
}
// Set, not exited with: output that is still on its way must arrive.
process.exitCode = await run(process.argv.slice(2), nodePorts());
