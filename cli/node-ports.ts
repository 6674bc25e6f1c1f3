import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isWithin, kindOf, readText } from '../io/files.ts';
import { readRevision } from '../io/git.ts';
import { writeOutput } from '../io/output.ts';
import { readTree } from '../io/read.ts';
import { readEnvironment } from './environment.ts';
import type { Files, Ports } from './ports.ts';

/** The real machine. */
export function nodePorts(): Ports {
  const { isCi, noColor, columns } = readEnvironment();
  return {
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    terminal: {
      stdoutIsTty: process.stdout.isTTY === true,
      stderrIsTty: process.stderr.isTTY === true,
      columns,
      isCi,
      noColor,
    },
    files: { kindOf, readTree, readText, create, writeOutput, isWithin },
    readRevision,
    clock: () => performance.now(),
  };
}

const create: Files['create'] = (path, text) => {
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};
