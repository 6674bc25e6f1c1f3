/** The exit code that a shell reports for SIGPIPE: 128 plus the number of the signal. Node.js ignores the signal. */
const brokenPipe = 141;
const incomplete = 1;

/**
 * Ends the program if its output cannot be written. If the reader stopped early (`| head`), exits with 141 without a
 * message, as POSIX tools do. For any other failure, such as a full disk, exits with 1, and with a message if it
 * concerns standard output.
 */
export function endOnFailedOutput(program: string): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE') process.exit(brokenPipe);
      if (stream === process.stdout) process.stderr.write(`${program}: the output is incomplete: ${message}\n`);
      process.exit(incomplete);
    });
  }
}
