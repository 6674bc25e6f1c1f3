import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nodePorts } from '../../cli/node-ports.ts';
import { run } from '../../cli/run.ts';

/** Where a session runs. A command `cd DIRECTORY` applies to the following sessions of the document too. */
interface Place {
  readonly sandbox: string;
  directory: string;
  /** Whether each command starts the built program. Otherwise, simple commands run in this process, which is faster. */
  readonly startsPrograms: boolean;
}

/** Runs the sessions of a document, and returns the document with their actual output. */
export async function replay(text: string, startsPrograms: boolean): Promise<string> {
  const sandbox = makeSandbox();
  const place = { sandbox, directory: sandbox, startsPrograms };
  try {
    const parts = text.split(/(?<=```console\n)([\s\S]*?)(?=```)/);
    const actual: string[] = [];
    for (const [index, part] of parts.entries()) actual.push(index % 2 === 1 ? await session(part, place) : part);
    return actual.join('');
  } finally {
    rmSync(join(sandbox, '..'), { recursive: true });
  }
}

/** A repository with only the sample tenants, in its own directory, with `leasehold` on the PATH. */
function makeSandbox(): string {
  const sandbox = join(mkdtempSync(join(tmpdir(), 'leasehold-docs-')), 'leasehold');
  spawnSync('git', ['init', '--quiet', sandbox]);
  cpSync('tenants', join(sandbox, 'tenants'), { recursive: true });
  const bin = join(sandbox, '.bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'leasehold'), `#!/bin/sh\nexec node ${resolve('dist/leasehold.mjs')} "$@"\n`);
  chmodSync(join(bin, 'leasehold'), 0o755);
  return sandbox;
}

async function session(block: string, place: Place): Promise<string> {
  const commands = block.split('\n').filter((line) => line.startsWith('$ '));
  const printed: string[] = [];
  for (const line of commands) printed.push(`${line}\n${await output(line.slice(2), place)}`);
  return printed.join('');
}

async function output(command: string, place: Place): Promise<string> {
  const [, target] = /^cd (\S+)$/.exec(command) ?? [];
  if (target !== undefined) {
    place.directory = join(place.directory, target);
    return '';
  }
  const { status, text } = await runCommand(command, place);
  const printed = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return status === 0 ? printed : `${printed}[exit ${status}]\n`;
}

/** Runs `leasehold` in this process if the command starts with it, and starts a shell for anything else. */
async function runCommand(command: string, place: Place): Promise<Ran> {
  const [, first = '', errors, next] = /^([^|>]*?)(?: 2>(&1|\/dev\/null))?( (?:\||>).*)?$/.exec(command) ?? [];
  const argv = place.startsPrograms ? undefined : simpleCommand(first);
  if (!argv) return runInShell(command, place);
  const { status, stdout, stderr, text } = await runHere(argv, place);
  const input = errors === '&1' ? text : stdout;
  const kept = errors === undefined ? stderr : '';
  if (next === undefined) return { status, text: errors === '/dev/null' ? stdout : text };
  const filtered = runInShell(`cat ${next}`, place, input);
  return { status: next.startsWith(' |') ? filtered.status : status, text: kept + filtered.text };
}

/** The arguments of `leasehold` if the command is nothing else. A console and a gateway need files of the build. */
function simpleCommand(command: string): readonly string[] | undefined {
  if (!/^leasehold(?: (?:'[^']*'|[\w@%+=:,./-])+)*$/.test(command)) return undefined;
  const words = [...command.matchAll(/(?:'[^']*'|[^' ])+/g)].map(([word]) => word.replaceAll("'", ''));
  return ['console', 'gateway'].includes(words[1] ?? '') ? undefined : words.slice(1);
}

interface Ran {
  readonly status: number | null;
  readonly text: string;
}

/** What a command printed to each stream, and in order as `text`. */
interface RanHere extends Ran {
  readonly stdout: string;
  readonly stderr: string;
}

async function runHere(argv: readonly string[], place: Place): Promise<RanHere> {
  const [directory, variables] = [process.cwd(), { ...process.env }];
  const printed = { stdout: '', stderr: '', text: '' };
  const to = (stream: 'stdout' | 'stderr') => (part: string) => {
    printed[stream] += part;
    printed.text += part;
  };
  process.chdir(place.directory);
  Object.assign(process.env, environment(place));
  try {
    const ports = nodePorts();
    const terminal = { ...ports.terminal, stdoutIsTty: false, stderrIsTty: false };
    const status = await run(argv, { ...ports, terminal, stdout: to('stdout'), stderr: to('stderr') });
    return { status, ...printed };
  } finally {
    process.chdir(directory);
    for (const name of Object.keys(environment(place))) delete process.env[name];
    Object.assign(process.env, variables);
  }
}

function runInShell(command: string, place: Place, input = ''): Ran {
  const { status, stdout } = spawnSync('sh', ['-c', `{ ${command}\n} 2>&1`], {
    cwd: place.directory,
    env: { ...process.env, ...environment(place) },
    encoding: 'utf8',
    input,
  });
  return { status, text: stdout };
}

function environment({ sandbox }: Place): Readonly<Record<string, string>> {
  return {
    PATH: `${join(sandbox, '.bin')}:${process.env['PATH']}`,
    CI: 'true',
    NO_COLOR: '1',
    COLUMNS: '100',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  };
}
