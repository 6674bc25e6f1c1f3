import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
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
    files: { kindOf, isEmpty, readTree, readText, create, writeOutput, isWithin },
    readInput: () => readFileSync(0, 'utf8'),
    readRevision,
    clock: () => performance.now(),
  };
}

const kindOf: Files['kindOf'] = (path) => {
  try {
    return statSync(path).isDirectory() ? 'directory' : 'file';
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return 'nothing';
    throw error;
  }
};

const isEmpty: Files['isEmpty'] = (path) => readdirSync(path).length === 0;

const readText: Files['readText'] = (path) => (kindOf(path) === 'file' ? readFileSync(path, 'utf8') : undefined);

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

const isWithin: Files['isWithin'] = (inner, outer) => {
  const way = relative(real(resolve(outer)), real(resolve(inner)));
  return way !== '..' && !way.startsWith(`..${sep}`);
};

/** With links followed as far as the path exists. */
function real(path: string): string {
  if (kindOf(path) !== 'nothing' || dirname(path) === path) return realpathSync(path);
  return join(real(dirname(path)), basename(path));
}
