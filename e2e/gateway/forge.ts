import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, freePorts, startDaemon } from '../daemon.ts';
import { temporaryFolder } from '../temporary.ts';
import { builtTool, wrapperFolder } from '../tools/paths.ts';

/** A real Gitea with its database in a file. */
export interface Gitea {
  /** For example, `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The owner of repositories, and the account of the gateway. */
  readonly tokens: { readonly owner: string; readonly bot: string };
  /** Sends a request to the API as the owner. */
  readonly api: (method: string, path: string, body?: object) => Promise<unknown>;
  readonly stop: () => Promise<void>;
  /** Starts the stopped Gitea with the same data. */
  readonly start: () => Promise<void>;
}

export const owner = 'platform';
export const bot = 'leasehold-bot';

export async function startGitea(): Promise<Gitea> {
  const folder = temporaryFolder('leasehold-gitea-');
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const config = join(folder, 'app.ini');
  mkdirSync(join(folder, 'repositories'), { recursive: true });
  writeFileSync(config, settings(folder, port, url));
  const gitea = (...args: readonly string[]) =>
    execFileSync(builtTool('gitea'), ['--config', config, '--work-path', folder, ...args], { encoding: 'utf8' }).trim();
  gitea('migrate');
  const tokens = { owner: addUser(gitea, owner, true), bot: addUser(gitea, bot, false) };
  const launch = () =>
    startDaemon('gitea', builtTool('gitea'), ['--config', config, '--work-path', folder, 'web'], { HOME: folder });
  let daemon = launch();
  const ready = () =>
    eventually(
      'Gitea is ready',
      async () => (await fetch(`${url}/api/healthz`).catch(() => undefined))?.ok || undefined,
    );
  await ready();
  const api: Gitea['api'] = async (method, path, body) => {
    const headers = { authorization: `token ${tokens.owner}`, 'content-type': 'application/json' };
    const content = body ? { body: JSON.stringify(body) } : {};
    const response = await fetch(`${url}/api/v1${path}`, { method, headers, ...content });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const start = async () => {
    daemon = launch();
    await ready();
  };
  return { url, tokens, api, start, stop: () => daemon.stop() };
}

/** Creates a user, and returns a token of that user. */
function addUser(gitea: (...args: readonly string[]) => string, name: string, isAdmin: boolean): string {
  const identity = ['--username', name, '--email', `${name}@example.com`, '--password', 'a-long-password-1'];
  gitea('admin', 'user', 'create', ...identity, '--must-change-password=false', ...(isAdmin ? ['--admin'] : []));
  const printed = gitea('admin', 'user', 'generate-access-token', '--username', name, '--scopes', 'all', '--raw');
  // Warnings come before the token.
  return printed.split('\n').at(-1) ?? '';
}

/** Gitea reads its templates from the source of its module. */
function settings(folder: string, port: number, url: string): string {
  const list = ['list', '-m', '-f', '{{.Dir}}', 'code.gitea.io/gitea'];
  const module = spawnSync('go', list, { cwd: wrapperFolder('gitea'), encoding: 'utf8' }).stdout.trim();
  return `
RUN_USER = ${process.env['USER'] ?? 'root'}
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = ${url}/
STATIC_ROOT_PATH = ${module}
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = sqlite3
PATH = ${folder}/gitea.db
[repository]
ROOT = ${folder}/repositories
[security]
INSTALL_LOCK = true
SECRET_KEY = a-secret-of-this-test
[log]
MODE = console
LEVEL = Warn
`;
}
