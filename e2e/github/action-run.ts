import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { listAt, textAt, valueAt } from '../../data/tree.ts';
import type { GitHubServer } from './server.ts';
import { fullName } from './state.ts';

const root = resolve(import.meta.dirname, '../..');
const { inputs: declared, runs } = parse(readFileSync(resolve(root, 'action.yml'), 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly main: string };
};

export interface ActionRun {
  readonly code: number | null;
  /** The log, including commands to the runner. */
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

export interface Given {
  readonly with: Readonly<Record<string, string>>;
  /** `GITHUB_EVENT_NAME` and similar variables. The defaults are those of a push to main. */
  readonly env?: Readonly<Record<string, string>>;
  readonly payload?: object;
  /** The labels of the pull request at the time of the run, if they differ from those of the event. */
  readonly labelsNow?: readonly string[];
  /** The target branch of the pull request at the time of the run, if it differs from that of the event. */
  readonly targetNow?: string;
  /** The Node that runs it; by default, the one that runs the tests. */
  readonly node?: string;
  /** Receives the process, for a test that cancels the run. */
  readonly started?: (process: ChildProcess) => void;
}

/** Runs the committed bundle in a workspace as a runner does: inputs with their defaults, and files for its outputs. */
export async function runAction(server: GitHubServer, workspace: string, given: Given): Promise<ActionRun> {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-runner-'));
  const pull = valueAt(given.payload, 'pull_request');
  const labels = listAt(pull, 'labels').map((label) => textAt(label, 'name'));
  server.openLabels.set(Number(valueAt(pull, 'number')), given.labelsNow ?? labels);
  server.openTargets.set(Number(valueAt(pull, 'number')), given.targetNow ?? textAt(pull, 'base', 'ref'));
  const file = (name: string, text = '') => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const files = {
    GITHUB_OUTPUT: file('output'),
    GITHUB_STEP_SUMMARY: file('summary'),
    GITHUB_EVENT_PATH: file('event.json', JSON.stringify(given.payload ?? {})),
  };
  const env = { ...runnerVariables(server, workspace), ...inputVariables(given.with), ...files, ...given.env };
  try {
    const { code, log } = await start(workspace, env, given);
    const text = (name: string) => readFileSync(join(folder, name), 'utf8');
    return { code, log, outputs: readOutputs(text('output')), summary: text('summary') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runnerVariables({ url }: GitHubServer, workspace: string): Readonly<Record<string, string>> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: `${url}/api/v3`,
    GITHUB_GRAPHQL_URL: `${url}/api/graphql`,
    GITHUB_SERVER_URL: url,
    GITHUB_REPOSITORY: fullName,
    GITHUB_WORKSPACE: workspace,
    GITHUB_EVENT_NAME: 'push',
    GITHUB_REF: 'refs/heads/main',
    GITHUB_RUN_ID: '1000',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_ACTOR: 'alice',
  };
}

function inputVariables(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const unknown = Object.keys(given).find((name) => !(name in declared));
  if (unknown !== undefined) throw new Error(`action.yml has no input ${unknown}`);
  const values = Object.entries(declared).map(
    ([name, { default: value = '' }]) => [name, given[name] ?? value] as const,
  );
  const shown = (value: string) => (value.includes('github.token') ? 'bot-token' : value);
  return Object.fromEntries(values.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, shown(value)]));
}

function start(
  cwd: string,
  env: NodeJS.ProcessEnv,
  { node = process.execPath, started }: Given,
): Promise<{ code: number | null; log: string }> {
  const child = spawn(node, [resolve(root, runs.main)], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  started?.(child);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((done) => child.on('close', (code) => done({ code, log: Buffer.concat(chunks).toString() })));
}

function readOutputs(text: string): Readonly<Record<string, string>> {
  const found = text.matchAll(/^([\w-]+)<<(ghadelimiter_\S+)\n([\s\S]*?)\n\2$/gm);
  return Object.fromEntries([...found].map(([, name, , value]) => [name, value]));
}
