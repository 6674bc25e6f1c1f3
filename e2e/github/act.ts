import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { builtTool } from '../tools/paths.ts';
import type { GitHubServer } from './server.ts';
import { fullName } from './state.ts';

const root = resolve(import.meta.dirname, '../..');

export interface ActEvent {
  readonly name: string;
  readonly payload: object;
  readonly token?: string;
  readonly runId?: number;
}

export interface ActRun {
  readonly code: number | null;
  readonly log: string;
}

/** Runs the workflows of a checkout with act, like a runner. Their action is the committed bundle. */
export async function runAct(server: GitHubServer, workspace: string, event: ActEvent): Promise<ActRun> {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-act-'));
  const eventFile = join(folder, 'event.json');
  writeFileSync(eventFile, JSON.stringify(event.payload));
  const variables = {
    GITHUB_API_URL: `${server.url}/api/v3`,
    GITHUB_GRAPHQL_URL: `${server.url}/api/graphql`,
    GITHUB_SERVER_URL: server.url,
    GITHUB_REPOSITORY: fullName,
    GITHUB_RUN_ID: String(event.runId ?? 1000),
  };
  const args = [
    event.name,
    '--no-skip-checkout',
    ...['--eventpath', eventFile],
    ...['--platform', 'ubuntu-latest=-self-hosted'],
    ...['--local-repository', `leasehold/leasehold@v1=${publishedAction(folder)}`],
    ...['--local-repository', `${pinnedCheckout()}=${checkoutAction(folder)}`],
    ...['--action-cache-path', join(folder, 'cache')],
    ...['--secret', `GITHUB_TOKEN=${event.token ?? 'bot-token'}`],
    ...Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
  ];
  try {
    return await start(args, workspace, { PATH: nodeFirst(folder), HOME: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files of a release of the action: its metadata and the bundle, without sources. */
function publishedAction(folder: string): string {
  const action = join(folder, 'action');
  for (const file of ['action.yml', 'action/dist/index.mjs', 'action/dist/LICENSES.txt']) {
    mkdirSync(dirname(join(action, file)), { recursive: true });
    copyFileSync(resolve(root, file), join(action, file));
  }
  return action;
}

/** `actions/checkout@COMMIT`, as the workflows of the documentation name it. */
function pinnedCheckout(): string {
  const workflow = readFileSync(resolve(root, 'docs/workflows/render-tenants.yml'), 'utf8');
  return /actions\/checkout@[0-9a-f]{40}/.exec(workflow)?.[0] ?? '';
}

/**
 * Replaces actions/checkout, which is not available offline. The replacement fetches one commit with git, as the action does by
 * default.
 */
function checkoutAction(folder: string): string {
  const action = join(folder, 'checkout');
  mkdirSync(action);
  const commands = [
    'git init --quiet .',
    'git fetch --quiet --no-tags --depth=1 "$GITHUB_SERVER_URL/$GITHUB_REPOSITORY" "$GITHUB_SHA"',
    'git checkout --quiet --force --detach FETCH_HEAD',
  ];
  const step = { shell: 'bash', run: commands.join('\n') };
  const inputs = { 'persist-credentials': { description: 'as in actions/checkout' } };
  const description = {
    name: 'checkout',
    description: 'as in actions/checkout',
    inputs,
    runs: { using: 'composite', steps: [step] },
  };
  writeFileSync(join(action, 'action.yml'), JSON.stringify(description));
  return action;
}

/** A runner provides the Node version that action.yml names. */
function nodeFirst(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(builtTool('node24'), join(bin, 'node'));
  return `${bin}:${process.env['PATH']}`;
}

function start(args: readonly string[], cwd: string, variables: NodeJS.ProcessEnv): Promise<ActRun> {
  const env = { ...process.env, ...variables };
  const child = spawn(builtTool('act'), args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((done) => child.on('close', (code) => done({ code, log: Buffer.concat(chunks).toString() })));
}
