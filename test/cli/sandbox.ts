import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { nodePorts } from '../../cli/node-ports.ts';
import { run } from '../../cli/run.ts';
import { plainTerminal } from './fake-ports.ts';

/** The path of the built program. */
export const program = resolve('dist/leasehold.mjs');

export interface Sandbox {
  readonly root: string;
  readonly path: (...steps: string[]) => string;
  readonly write: (path: string, content: string | Uint8Array) => void;
  readonly remove: (path: string) => void;
  /** Runs the built program with its output in a pipe: no terminal, no CI. It takes a fifth of a second to start. */
  readonly leasehold: (...argv: string[]) => Spawned;
  /** Runs the command line in this process, with its output in a pipe. */
  readonly cli: (...argv: string[]) => Promise<Spawned>;
  readonly git: (...argv: string[]) => string;
}

export interface Spawned {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

// Git sets these variables if a hook runs the tests.
for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']) delete process.env[name];

/** Creates a directory for a test and removes it afterwards. */
export async function inSandbox<T>(use: (sandbox: Sandbox) => T | Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'leasehold-test-'));
  const path = (...steps: string[]) => join(root, ...steps);
  try {
    return await use({
      root,
      path,
      write: (name, content) => {
        mkdirSync(dirname(path(name)), { recursive: true });
        writeFileSync(path(name), content);
      },
      remove: (name) => rmSync(path(name), { recursive: true, force: true }),
      leasehold: (...argv) => spawn(process.execPath, [program, ...argv], root),
      cli: (...argv) => runIn(root, argv),
      git: (...argv) => {
        const { code, stdout, stderr } = spawn(
          'git',
          ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...argv],
          root,
        );
        if (code !== 0) throw new Error(stderr);
        return stdout;
      },
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function runIn(root: string, argv: readonly string[]): Promise<Spawned> {
  const printed = { stdout: '', stderr: '' };
  const ports = nodePorts();
  const before = process.cwd();
  process.chdir(root);
  try {
    const code = await run(argv, {
      ...ports,
      terminal: plainTerminal,
      stdout: (text) => {
        printed.stdout += text;
      },
      stderr: (text) => {
        printed.stderr += text;
      },
    });
    return { code, ...printed };
  } finally {
    process.chdir(before);
  }
}

export function spawn(command: string, argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Spawned {
  const plain = { ...process.env, CI: '', NO_COLOR: '' };
  const { status, stdout, stderr } = spawnSync(command, [...argv], {
    cwd,
    env: { ...plain, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { code: status, stdout, stderr };
}

/** The text of every file below a directory, by its path. */
export function contents(dir: string): Readonly<Record<string, string>> {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => statSync(join(dir, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(dir, name), 'utf8')]));
}

export function kleffTenant(name: string, plan = 'basic'): string {
  return `apiVersion: kleff.kleff.io/v1\nkind: Tenant\nmetadata:\n  name: ${name}\n  namespace: tenants\n  annotations: { leasehold.dev/acknowledge: risky-value }\nspec:\n  plan: ${plan}\n  userId: user-${name}\n  username: ${name}\n`;
}
