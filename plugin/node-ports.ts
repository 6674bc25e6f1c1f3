import { isWithin, kindOf } from '../io/files.ts';
import { readOne, readTree } from '../io/read.ts';
import type { Ports } from './ports.ts';

/** The real machine. */
export function nodePorts(): Ports {
  return { stdout: writeAll, stderr: (text) => void process.stderr.write(text), kindOf, isWithin, readTree, readOne };
}

/** One write; the callback comes when a slow reader has taken all of it. */
function writeAll(text: string): Promise<void> {
  return new Promise((done, fail) => {
    process.stdout.once('error', fail);
    process.stdout.write(text, (error) => (error ? fail(error) : done()));
  });
}
