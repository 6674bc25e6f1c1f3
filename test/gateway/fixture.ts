import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openChanges } from '../../gateway/changes/changes.ts';
import type { Forge } from '../../gateway/changes/forge.ts';
import { localForge } from '../../gateway/changes/forge-local.ts';
import type { ChangeRecord } from '../../gateway/changes/record.ts';
import { memoryChanges } from '../../gateway/changes/store.ts';
import { noLimits } from '../../gateway/limits/limits.ts';
import { noCluster } from '../../gateway/live/live.ts';
import { createApp } from '../../gateway/routes/app.ts';
import type { Gateway } from '../../gateway/routes/gateway.ts';
import { openMetrics } from '../../gateway/routes/metrics.ts';
import { taskRunner } from '../../gateway/routes/tasks.ts';
import type { Authenticator } from '../../gateway/session/authenticator.ts';
import { openSessions } from '../../gateway/session/sessions.ts';
import { openWork } from '../../gateway/work/work.ts';
import { branchOf } from '../../gateway/world/branch.ts';
import { openEvents } from '../../gateway/world/events.ts';
import { openTenantRepository, type TenantRepository } from '../../gateway/world/repository.ts';
import { openViews } from '../../gateway/world/views.ts';
import { quickGit } from '../io/quick-git.ts';
import { type PersonName, people } from './people.ts';

const host = 'tenants.example.com';
export const origin = `https://${host}`;

/** Authenticates with sessions that tests add. */
const authenticator: Authenticator = {
  ...{ origin, cookie: '__Host-leasehold', cookieAttributes: '' },
  isOwnHost: (one) => one === host,
  bearer: async () => undefined,
  isReady: async () => true,
  handle: async () => undefined,
  denial: () => new Response('sign in', { status: 401 }),
};

export interface Fixture {
  readonly app: ReturnType<typeof createApp>;
  readonly gateway: Gateway;
  readonly repository: TenantRepository;
  /** The directory of the repository. */
  readonly root: string;
  readonly saved: () => readonly ChangeRecord[];
  readonly git: (...args: readonly string[]) => string;
  /** Writes a file and commits it. */
  readonly commit: (path: string, text: string) => string;
  readonly ask: (name: PersonName | undefined, path: string, options?: Ask) => Promise<Response>;
}

export interface Ask {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another gateway with the same sessions. */
  readonly app?: ReturnType<typeof createApp>;
}

/** A gateway over a new repository with the sample tenants, and further files. */
export function gatewayFixture(
  extra: Readonly<Record<string, string>> = {},
  forgeOf: (repository: TenantRepository) => Forge = localForge,
): Fixture {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'leasehold-gateway-')));
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  cpSync('tenants', join(root, 'tenants'), { recursive: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(extra)) write(path, text);
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@corp.io', '-c', 'commit.gpgsign=false'];
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', root, ...quickGit, ...identity, ...args], { encoding: 'utf8' }).trim();
  git('init', '--quiet', '--initial-branch=main', '--template=');
  const commitAll = (message: string) => {
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
    return git('rev-parse', 'HEAD');
  };
  commitAll('add tenants');
  const environment = { GIT_DIR: join(root, '.git'), GIT_WORK_TREE: root };
  const repository = openTenantRepository({ environment, root, branch: 'refs/heads/main', directory: 'tenants' });
  const parts = partsOf(repository, forgeOf(repository));
  return {
    ...{ root, git, repository, ...parts },
    commit: (path, text) => {
      write(path, text);
      return commitAll(`change ${path}`);
    },
  };
}

function partsOf(repository: TenantRepository, forge: Forge): Pick<Fixture, 'app' | 'gateway' | 'ask' | 'saved'> {
  const [sessions, events] = [openSessions(Date.now), openEvents()];
  let saved: readonly ChangeRecord[] = [];
  const save = (all: readonly ChangeRecord[]) => {
    saved = all;
  };
  const [views, secret] = [openViews(repository), 'secret'];
  const usage = () => readFileSync('tenants/usage.jsonl', 'utf8');
  const gateway: Gateway = {
    ...{ branch: branchOf(views), work: openWork(taskRunner({ repository, views, usage, secret })) },
    ...{ repository, sessions, events, live: noCluster, authenticator, secret, log: console.error },
    ...{ limits: noLimits, proxies: 0, update: async () => {}, isStored: async () => true, costs: undefined },
    changes: openChanges({ forge, repository, events, appliedCommit: undefined, store: memoryChanges([], save) }),
    site: { file: () => undefined, data: { '/data/snapshot.json': () => '{"name":"sample"}' } },
  };
  const app = createApp(gateway, openMetrics());
  const secrets = new Map(
    Object.entries(people).map(([name, person]) => {
      const subject = `${origin}#${person.user}`;
      const expiresAt = Date.now() + 3_600_000;
      const session = { person, name, email: person.user, subject, providerSession: undefined, expiresAt };
      return [name, sessions.add(session)];
    }),
  );
  const ask: Fixture['ask'] = async (name, path, { method = 'GET', body, headers = {}, app: asked = app } = {}) => {
    const cookie = name === undefined ? {} : { cookie: `${authenticator.cookie}=${await secrets.get(name)}` };
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const own = method === 'GET' ? {} : { origin };
    const all = { host, ...cookie, ...json, ...own, ...headers };
    const content = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    return asked.request(path, { method, headers: all, ...content });
  };
  return { app, gateway, ask, saved: () => saved };
}

export async function jsonOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  return (await response.json()) as Readonly<Record<string, unknown>>;
}
