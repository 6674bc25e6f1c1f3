import type { Ports, Terminal } from '../../cli/ports.ts';
import { run } from '../../cli/run.ts';
import type { Helm } from '../../io/helm.ts';
import type { WriteRequest } from '../../io/output.ts';
import { offsetsOf } from '../../io/time-zone.ts';
import type { SourceFile } from '../../leasehold.ts';

/** A machine in memory: directories of tenants, other files, revisions, and a terminal. */
export interface Machine {
  readonly trees?: Readonly<Record<string, readonly SourceFile[]>>;
  readonly texts?: Readonly<Record<string, string>>;
  /** Standard input. */
  readonly input?: string;
  readonly revisions?: Readonly<Record<string, readonly SourceFile[]>>;
  /** Each key contains both revisions, such as `main HEAD`. */
  readonly mergeBases?: Readonly<Record<string, string>>;
  /** The URL of the remote origin. */
  readonly origin?: string;
  readonly terminal?: Partial<Terminal>;
  readonly inflate?: Helm['inflate'];
  readonly kubectl?: Ports['kubectl'];
  readonly github?: Partial<Ports['github']>;
  readonly clock?: () => number;
  /** The current time, as text. */
  readonly now?: string;
  /** The offsets of time zones; those of this machine by default. */
  readonly offsetsOf?: typeof offsetsOf;
  readonly site?: Partial<Ports['site']>;
  readonly costs?: Partial<Ports['costs']>;
  readonly override?: Partial<Ports['files']>;
}

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The files that calls to `create`, `replace` and `writeOutput` wrote, without those that `remove` removed. */
  readonly written: Readonly<Record<string, string>>;
}

/** Output to a pipe: no terminal, no CI. */
export const plainTerminal: Terminal = {
  stdoutIsTty: false,
  stderrIsTty: false,
  columns: 80,
  isCi: false,
  color: 'auto',
  isQuiet: false,
};

const noCosts: Ports['costs'] = {
  variable: () => undefined,
  fetchWithin: () => (url) => Promise.reject(new Error(`a test fetches ${url}`)),
  openStore: () => Promise.reject(new Error('a test opens a database')),
  sleep: () => Promise.resolve(),
};

const noSite: Ports['site'] = {
  assets: () => [],
  realDirectory: (directory) => `/${directory}`,
  pathFrom: (root, path) => path.replace(`${root}/`, ''),
  openRepository: () => undefined,
  write: () => false,
  serve: () => Promise.reject(new Error('no server')),
  runGateway: () => Promise.resolve({ ok: false, message: 'no gateway' }),
};

/** Runs a command line on a fake machine. */
export async function runOn(machine: Machine, ...argv: readonly string[]): Promise<Ran> {
  const out = { stdout: '', stderr: '' };
  const written: Record<string, string> = {};
  const ports: Ports = {
    stdout: (text) => {
      out.stdout += text;
    },
    stderr: (text) => {
      out.stderr += text;
    },
    terminal: { ...plainTerminal, ...machine.terminal },
    files: { ...filesOf(machine, written), ...machine.override },
    readInput: () => machine.input ?? '',
    readRevision: (revision) => {
      const files = machine.revisions?.[revision];
      return files ? { ok: true, files } : { ok: false, why: 'unreadable', message: `no revision ${revision}` };
    },
    fullRevision: (revision) => (machine.revisions?.[revision] ? `refs/heads/${revision}` : undefined),
    mergeBase: (one, other) => machine.mergeBases?.[`${one} ${other}`],
    repositoryProblem: () => undefined,
    originOf: () => machine.origin,
    commitOf: () => undefined,
    openHelm: () => ({
      inflate: machine.inflate ?? (() => ({ ok: false, reason: 'no-helm', message: '' })),
      close: () => {},
    }),
    kubectl: machine.kubectl ?? (() => ({ ok: false, stdout: '', stderr: 'no cluster' })),
    github: { host: 'github.com', repository: undefined, read: undefined, ...machine.github },
    clock: machine.clock ?? (() => 0),
    costs: { ...noCosts, ...machine.costs },
    site: { ...noSite, ...machine.site },
    time: { now: () => Date.parse(machine.now ?? '1970-01-01T00:00Z'), offsetsOf: machine.offsetsOf ?? offsetsOf },
  };
  const code = await run(argv, ports);
  return { code, ...out, written };
}

function filesOf({ trees = {}, texts = {} }: Machine, written: Record<string, string>): Ports['files'] {
  return {
    kindOf: (path) => (trees[path] ? 'directory' : texts[path] === undefined ? 'nothing' : 'file'),
    isEmpty: (path) => (trees[path] ?? []).length === 0,
    readTree: (root, onFile) => {
      const files = trees[root] ?? [];
      for (const index of files.keys()) onFile(index, files.length);
      return files;
    },
    readTenant: () => undefined,
    readText: (path) => texts[path],
    create: (path, text) => {
      if (texts[path] !== undefined) return false;
      written[path] = text;
      return true;
    },
    replace: (path, text) => {
      written[path] = text;
    },
    remove: (path) => {
      delete written[path];
    },
    writeOutput: ({ dir, files, onFile }: WriteRequest) => {
      for (const [index, { path, text }] of files.entries()) {
        onFile(index, files.length);
        written[`${dir}/${path}`] = text;
      }
      return { ok: true, written: files.length, unchanged: 0, removed: 0, edited: [] };
    },
    isWithin: (inner, outer) => `${inner}/`.startsWith(`${outer}/`),
  };
}

export function file(path: string, text: string): SourceFile {
  return { path, text };
}

/** A Kleff tenant: its own namespace with six objects. */
export function tenant(name: string, plan = 'basic'): SourceFile {
  return file(
    `tenants/${name}.yaml`,
    `apiVersion: kleff.kleff.io/v1\nkind: Tenant\nmetadata:\n  name: ${name}\n  namespace: tenants\n  annotations: { leasehold.dev/acknowledge: risky-value }\nspec:\n  plan: ${plan}\n  userId: user-${name}\n  username: ${name}\n`,
  );
}

export function org(name: string, lines: readonly string[] = []): SourceFile {
  const own = lines.map((line) => `  ${line}\n`).join('');
  return file(
    `tenants/${name}.yaml`,
    `apiVersion: tetrapus.io/v1alpha1\nkind: Org\nmetadata:\n  name: ${name}\n  namespace: tenants\nspec:\n  slug: ${name}\n  region_code: us-east-1\n  plan_tier: enterprise\n  data_plane_image: tetrapus/server:1.0.0\n${own}`,
  );
}
