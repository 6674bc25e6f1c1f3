/** The exit code that a shell reports for SIGPIPE: 128 plus the number of the signal. Node.js ignores the signal. */
const brokenPipe = 141;
const incomplete = 1;

/**
 * Ends the program if its output cannot be written. Exits with 141 without a message if the reader stopped early
 * (`| head`), as POSIX tools do, and with 1 and a message for any other failure such as a full disk.
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
