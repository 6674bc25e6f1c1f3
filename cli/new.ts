import type { KindId } from '../build/contracts.ts';
import { documents } from '../build/documents.ts';
import { schemas } from '../build/schemas.ts';
import { isDnsSubdomain } from '../kubernetes/names.ts';
import { render } from '../leasehold.ts';
import { defaultDirectory } from '../shell/default-directory.ts';
import type { Arguments } from './arguments.ts';
import { readKind } from './kind-names.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { usageError } from './usage.ts';

/** Creates a file for a resource from the example of its kind. */
export function newCommand(args: Arguments, ports: Ports): ExitCode {
  const [word = '', name = ''] = args.words;
  const kind = readKind(word);
  const wrong = kind.ok ? wrongName(name) : kind.message;
  if (!kind.ok || wrong !== undefined) return usageError(ports, wrong ?? '', 'leasehold new --help');
  const dir = (args.text('out') ?? defaultDirectory).replace(/\/+$/, '');
  const text = `${modeline(kind.id, dir, ports)}${withName(documents[kind.id].example, name)}`;
  const path = `${dir}/${name}.yaml`;
  const error = exampleError(path, text);
  if (error !== undefined) return usageError(ports, `${name} does not fit: ${error}`, 'leasehold new --help');
  if (args.text('output') === 'yaml') {
    ports.stdout(text);
    return exitCodes.success;
  }
  if (!ports.files.create(path, text)) {
    ports.stderr(`leasehold: ${path} is there already and stays as it is\n`);
    return exitCodes.faults;
  }
  ports.stdout(
    `${path} is written; edit it, then run: leasehold check${dir === defaultDirectory ? '' : ` --dir ${dir}`}\n`,
  );
  return exitCodes.success;
}

/** A DNS subdomain, as metadata.name of any resource must be. */
function wrongName(name: string): string | undefined {
  return isDnsSubdomain(name)
    ? undefined
    : `${JSON.stringify(name)} is no name for a resource: small letters, digits and dashes, such as globex-eu`;
}

/** The error of the example with this name, if any. Ignores references: their targets may follow later. */
function exampleError(path: string, text: string): string | undefined {
  const { problems } = render([{ path, text }]);
  return problems.find(({ code, severity }) => severity === 'error' && code !== 'unresolved-reference')?.message;
}

/** The comment that names the schema for editors: a path if the repository contains the schema, else its id. */
function modeline(id: KindId, dir: string, { files }: Ports): string {
  const up = dir
    .split('/')
    .filter((step) => step !== '.')
    .map(() => '..')
    .join('/');
  const inner = `schemas/${id}.schema.json`;
  const isKept = !dir.startsWith('/') && !dir.includes('..') && files.kindOf(inner) === 'file';
  const own = (JSON.parse(schemas[id]) as { readonly $id: string }).$id;
  return `# yaml-language-server: $schema=${isKept ? `${up === '' ? '.' : up}/${inner}` : own}\n`;
}

/** Replaces the example's name wherever it is a whole value, so that fields such as slugs change too. */
function withName(example: string, name: string): string {
  const old = /^metadata:\n(?: {2}.*\n)*? {2}name: (\S+)$/m.exec(example)?.[1] ?? '';
  const body = example.replace(/^(?:#.*\n)+/, '');
  return body.replace(/^(\s*(?:- )?[\w./-]+: )(\S+)$/gm, (line, key: string, value: string) =>
    value === old ? `${key}${name}` : line,
  );
}
