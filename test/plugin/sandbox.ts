import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nodePorts } from '../../plugin/node-ports.ts';
import type { Environment } from '../../plugin/ports.ts';
import { run } from '../../plugin/run.ts';

export interface Call {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A copy of a repository as Argo CD's plugin server creates it. It is on the real disk, because the tests need links.
 */
export interface Sandbox {
  /** Root of the repository copy. */
  readonly root: string;
  write(path: string, text: string): void;
  /** Calls the plugin in an application's directory, which is `app` by default. */
  call(command: string, env?: Environment, app?: string): Promise<Call>;
  generate(parameters?: Readonly<Record<string, string>>): Promise<Call>;
}

export async function withSandbox(files: Files, use: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-cmp-'));
  try {
    const sandbox = sandboxIn(join(folder, '_cmp_server/0001'));
    for (const [path, text] of Object.entries(files)) sandbox.write(path, text);
    await use(sandbox);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Files = Readonly<Record<string, string>>;

function sandboxIn(root: string): Sandbox {
  const call: Sandbox['call'] = async (command, env = {}, app = 'app') => {
    const printed = { stdout: '', stderr: '' };
    const cwd = join(root, app);
    mkdirSync(cwd, { recursive: true });
    const code = await run(
      { argv: [command], env, cwd },
      {
        ...nodePorts(),
        stdout: async (text) => {
          printed.stdout += text;
        },
        stderr: (text) => {
          printed.stderr += text;
        },
      },
    );
    return { code, ...printed };
  };
  return {
    root,
    write: (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    call,
    generate: (parameters = {}) => call('generate', { ARGOCD_APP_PARAMETERS: parametersText(parameters) }),
  };
}

function parametersText(parameters: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(parameters).map(([name, string]) => ({ name, string })));
}

/** A Kleff tenant with its own namespace. */
export function tenant(name: string, labels = '{}', plan = 'basic'): string {
  const metadata = `metadata: {name: ${name}, namespace: tenants, labels: ${labels}}`;
  return `apiVersion: kleff.kleff.io/v1\nkind: Tenant\n${metadata}\nspec: {plan: ${plan}, userId: user-${name}, username: ${name}}\n`;
}

/** The tenants of the objects in the output of a call, sorted and without duplicates. */
export function tenantsIn({ stdout }: Call): readonly string[] {
  const objects = stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { readonly metadata: { readonly labels: Readonly<Record<string, string>> } });
  return [...new Set(objects.map(({ metadata }) => metadata.labels['leasehold.dev/tenant'] ?? ''))].sort();
}
