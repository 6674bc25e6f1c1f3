import { parseArgs } from 'node:util';
import { parseArgsError } from '../shell/errors.ts';

/** A parsed command line of the plugin. Options of kubectl are passed on in their long form. */
export interface CommandLine {
  readonly words: readonly string[];
  /** Options that select the cluster and the user, for every call of kubectl. */
  readonly connection: readonly string[];
  /** Options that select the output format, for the call of kubectl that prints. */
  readonly printing: readonly string[];
  /** The value of --output; empty for a table. */
  readonly output: string;
  readonly headers: boolean;
  readonly wantsHelp: boolean;
  readonly wantsVersion: boolean;
}

export type CommandLineResult =
  | { readonly ok: true; readonly line: CommandLine }
  | { readonly ok: false; readonly message: string };

const connectionValues = [
  ...['as', 'as-group', 'as-uid', 'cache-dir', 'certificate-authority', 'client-certificate', 'client-key', 'cluster'],
  ...['context', 'kubeconfig', 'password', 'request-timeout', 'server', 'tls-server-name', 'token', 'user', 'username'],
];
const connectionSwitches = ['disable-compression', 'insecure-skip-tls-verify', 'match-server-version'];
const printingValues = ['output', 'template', 'sort-by', 'label-columns'];
const printingSwitches = ['no-headers', 'show-labels', 'show-kind', 'show-managed-fields'];
const shorts: Readonly<Record<string, string>> = { server: 's', output: 'o', 'label-columns': 'L' };

const options: Readonly<Record<string, Option>> = {
  ...Object.fromEntries([...connectionValues, ...printingValues].map((name) => [name, option(name, 'string')])),
  ...Object.fromEntries([...connectionSwitches, ...printingSwitches].map((name) => [name, option(name, 'boolean')])),
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
};

interface Option {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
}

function option(name: string, type: Option['type']): Option {
  const short = shorts[name];
  return short === undefined ? { type } : { type, short };
}

/** Parses the words after `kubectl leasehold`. kubectl validates the values of its own options. */
export function readCommandLine(argv: readonly string[]): CommandLineResult {
  try {
    const { tokens, positionals: words } = parseArgs({
      args: [...argv],
      options,
      allowPositionals: true,
      tokens: true,
    });
    const given = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []));
    const named = (names: readonly string[]) =>
      given
        .filter(({ name }) => names.includes(name))
        .map(({ name, value }) => (value === undefined ? `--${name}` : `--${name}=${value}`));
    const has = (name: string) => given.some((one) => one.name === name);
    return {
      ok: true,
      line: {
        words,
        connection: named([...connectionValues, ...connectionSwitches]),
        printing: named([...printingValues, ...printingSwitches]),
        output: given.findLast(({ name }) => name === 'output')?.value ?? '',
        headers: !has('no-headers'),
        wantsHelp: has('help'),
        wantsVersion: has('version'),
      },
    };
  } catch (error) {
    return { ok: false, message: parseArgsError(error).message.split('. ')[0] as string };
  }
}
