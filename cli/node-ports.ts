import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isWithin, kindOf, readText } from '../io/files.ts';
import { readRevision } from '../io/git.ts';
import { openHelm } from '../io/helm.ts';
import { writeOutput } from '../io/output.ts';
import { readTree } from '../io/read.ts';
import { offsetsOf } from '../io/time-zone.ts';
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
    files: { kindOf, isEmpty, readTree, readText, create, remove: rmSync, writeOutput, isWithin },
    readInput: () => readFileSync(0, 'utf8'),
    readRevision,
    openHelm,
    clock: () => performance.now(),
    time: { now: Date.now, offsetsOf },
  };
}

const isEmpty: Files['isEmpty'] = (path) => readdirSync(path).length === 0;

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
