import { writeSync } from 'node:fs';
import { readAttributesAbove } from '../io/above-tenants.ts';
import { isLink, isWithin, kindOf } from '../io/files.ts';
import { readSourceFile, readTree } from '../io/read.ts';
import { readTenants } from '../io/read-tenants.ts';
import type { Ports } from './ports.ts';

/** The ports of a real process. */
export function nodePorts(): Ports {
  return {
    stdout: async (text) => writeAll(1, text),
    stderr: (text) => writeAll(2, text),
    kindOf,
    isLink,
    isWithin,
    readTree: (folder, authorsIn) => readTree(folder, undefined, authorsIn),
    readTenants: (folder, root) => readTenants(folder, undefined, root),
    attributesAbove: readAttributesAbove,
    readSourceFile,
  };
}

/** Writes everything, even to a slow reader. Avoids Node's streams, because loading them takes longer than most renders. */
function writeAll(file: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(writeSome(file, rest));
}

function writeSome(file: number, bytes: Uint8Array): number {
  try {
    return writeSync(file, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    // The pipe is full and non-blocking: wait a moment.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    return 0;
  }
}
