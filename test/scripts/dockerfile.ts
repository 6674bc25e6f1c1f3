import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as assert from 'uvu/assert';

/** An instruction of a Dockerfile, such as `USER 999`. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

export function instructionsOf(file: string): readonly Instruction[] {
  const lines = readFileSync(file, 'utf8').replaceAll('\\\n', ' ').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ name: line.slice(0, line.indexOf(' ')), text: line.slice(line.indexOf(' ') + 1) }));
}

export interface Copy {
  readonly mode: number;
  readonly sources: readonly string[];
  readonly target: string;
}

export function copiesIn(instructions: readonly Instruction[]): readonly Copy[] {
  const lines = instructions.filter(({ name }) => name === 'COPY').map(({ text }) => text.split(/\s+/));
  return lines.map((words) => {
    const mode = words.find((word) => word.startsWith('--chmod='))?.slice('--chmod='.length) ?? '644';
    const paths = words.filter((word) => !word.startsWith('--'));
    return { mode: Number.parseInt(mode, 8), sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
  });
}

/** Copies files as a build does, to a directory that represents the root of the image. A directory is copied with its content. */
export function copyInto(root: string, copies: readonly Copy[]): void {
  for (const { mode, sources, target } of copies)
    for (const source of sources) {
      const isFolder = statSync(source).isDirectory();
      const place = join(root, target.endsWith('/') && !isFolder ? join(target, basename(source)) : target);
      mkdirSync(join(place, '..'), { recursive: true });
      cpSync(source, place, { recursive: true });
      setMode(place, mode);
    }
}

function setMode(path: string, mode: number): void {
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) setMode(join(path, name), mode);
  chmodSync(path, mode);
}

/** Whether a build can copy the path. Supports only the patterns `*` and `!path` of `.dockerignore`. */
export function isInContext(path: string): boolean {
  const patterns = existsSync('.dockerignore') ? readFileSync('.dockerignore', 'utf8').split('\n') : [];
  const kept = patterns.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  return !patterns.includes('*') || kept.some((one) => path === one || path.startsWith(`${one}/`));
}

/** Runs a command of the build that reads a directory of the build context. Paths of the image are below the root. */
export function runMounted(text: string, root: string): void {
  const [, source = '', target = '', command = ''] =
    /^--mount=type=bind,source=(\S+),target=(\S+)\s+cd \2 && (.*)$/.exec(text) ?? [];
  assert.ok(isInContext(source), text);
  const moved = command.replace(/(?<= )\/\S+/g, (path) => (existsSync(join(root, path)) ? join(root, path) : path));
  const { status, stderr } = spawnSync('sh', ['-c', moved], { cwd: source, encoding: 'utf8' });
  assert.is(status, 0, `${target}: ${stderr}`);
}

/** Runs a program of the image as its user, in a directory that the user can write. */
export function runAs(user: string, command: readonly string[], { root, cwd }: { root: string; cwd: string }) {
  const identity = ['--reuid', user, '--regid', user, '--clear-groups'];
  const moved = command.map((word) => (existsSync(join(root, word)) && word.startsWith('/') ? join(root, word) : word));
  const [program = '', ...args] = process.getuid?.() === 0 ? ['setpriv', ...identity, ...moved] : moved;
  const env = { PATH: process.env['PATH'], HOME: cwd, NODE_ENV: 'production' };
  return spawnSync(program, args, { cwd, encoding: 'utf8', env, timeout: 60_000 });
}
