import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { kleffTenant } from '../../test/cli/sandbox.ts';
import { type GitHubServer, startGitHub } from './server.ts';

/** A developer's clone, from which a test pushes, and workspaces like those of a runner's checkout. */
export interface World {
  readonly server: GitHubServer;
  /**
   * Commits the files (null removes the file) on top of `from`, or of HEAD by default, and force-pushes the commit to a branch.
   * Returns the commit.
   */
  readonly push: (files: Files, branch?: string, from?: string) => string;
  /** A checkout of a commit, with the given depth of history. */
  readonly checkout: (commit: string, depth?: number) => string;
  readonly git: (...args: string[]) => string;
}

export type Files = Readonly<Record<string, string | null>>;

export const platform = `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata:
  name: platform
spec:
  defaultNamespace: tenants
  cluster: { mesh: none }
`;

/** `tenants/NAME.yaml` for each tenant, and the Platform. */
export function tenantFiles(...names: readonly string[]): Files {
  const tenants = names.map((name) => [`tenants/${name}.yaml`, kleffTenant(name)] as const);
  return { 'tenants/platform.yaml': platform, ...Object.fromEntries(tenants) };
}

/** Provides a server and a repository with three tenants on main. */
export function inWorld(use: (world: World, main: string) => Promise<void>): Promise<void> {
  return inEmptyWorld((world) => use(world, world.push(tenantFiles('acme', 'globex', 'initech'))));
}

/** Provides a server and a repository without commits. */
export async function inEmptyWorld(use: (world: World) => Promise<void>): Promise<void> {
  const server = await startGitHub();
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-clone-'));
  const world = makeWorld(server, folder);
  try {
    await use(world);
  } finally {
    // Git might still collect garbage in the background.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    await server.close();
  }
}

function makeWorld(server: GitHubServer, folder: string): World {
  const clone = join(folder, 'clone');
  mkdirSync(clone);
  const git = (...args: string[]) => run(clone, args);
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'gc.auto', '0');
  git('remote', 'add', 'origin', server.repository.folder);
  let checkouts = 0;
  return {
    server,
    git,
    push: (files, branch = 'main', from) => {
      if (from) git('checkout', '--quiet', '-B', branch, from);
      for (const [name, text] of Object.entries(files)) put(join(clone, name), text);
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '-m', 'change tenants\n\nas requested');
      git('push', '--quiet', '--force', 'origin', `HEAD:refs/heads/${branch}`);
      return git('rev-parse', 'HEAD');
    },
    checkout: (commit, depth = 1) => {
      const workspace = join(folder, `workspace-${++checkouts}`);
      mkdirSync(workspace);
      run(workspace, ['init', '--quiet']);
      // Fetches from the directory, because this process is the server and cannot respond while it waits for git.
      run(workspace, ['fetch', '--quiet', `--depth=${depth}`, `file://${server.repository.folder}`, commit]);
      run(workspace, ['checkout', '--quiet', '--detach', 'FETCH_HEAD']);
      return workspace;
    },
  };
}

function put(path: string, text: string | null): void {
  mkdirSync(dirname(path), { recursive: true });
  if (text === null) rmSync(path, { recursive: true });
  else writeFileSync(path, text);
}

function run(cwd: string, args: readonly string[]): string {
  const identity = ['-c', 'user.name=Alice', '-c', 'user.email=alice@example.com'];
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  return stdout.trim();
}
