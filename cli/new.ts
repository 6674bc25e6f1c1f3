import { parseDocument } from 'yaml';
import type { KindId } from '../build/contracts.ts';
import { documents } from '../build/documents.ts';
import { schemas } from '../build/schemas.ts';
import { isDnsSubdomain } from '../kubernetes/names.ts';
import { render, type SourceFile } from '../leasehold.ts';
import { defaultDirectory } from '../shell/default-directory.ts';
import type { Arguments } from './arguments.ts';
import { readKind } from './kind-names.ts';
import { listKinds } from './new-list.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { problemsText } from './problems.ts';
import { usageError } from './usage.ts';

const help = 'leasehold new --help';

/** Creates a file for a resource from the example of its kind. */
export function newCommand(args: Arguments, ports: Ports): ExitCode {
  if (args.isSet('list')) return listKinds(args, ports);
  const [word = '', name] = args.words;
  if (name === undefined) return usageError(ports, 'new needs a Kind and a name, or --list', help);
  const kind = readKind(word);
  const wrong = kind.ok ? wrongName(name) : kind.message;
  if (!kind.ok || wrong !== undefined) return usageError(ports, wrong ?? '', help);
  const dir = (args.text('out') ?? defaultDirectory).replace(/\/+$/, '');
  const example = withFields(withName(documents[kind.id].example, name), args.texts('set'));
  if (!example.ok) return usageError(ports, example.message, help);
  const file = { path: `${dir}/${name}.yaml`, text: `${modeline(kind.id, dir, ports)}${example.text}` };
  const error = exampleError(file);
  if (error !== undefined) return usageError(ports, `${name} is not a valid name for this kind: ${error}`, help);
  return args.text('output') === 'yaml' ? print(file, ports) : write(file, dir, ports);
}

interface NewFile {
  readonly path: string;
  readonly text: string;
}

function print({ text }: NewFile, ports: Ports): ExitCode {
  ports.stdout(text);
  return exitCodes.success;
}

/** Also prints the problems that `check` reports in the file, such as a Quota that does not exist. */
function write(file: NewFile, dir: string, ports: Ports): ExitCode {
  const others = ports.files.kindOf(dir) === 'directory' ? ports.files.readTree(dir, () => {}) : [];
  if (!ports.files.create(file.path, file.text)) {
    ports.stderr(`leasehold: ${file.path} already exists and is not changed\n`);
    return exitCodes.faults;
  }
  const where = dir === defaultDirectory ? '' : ` --dir ${dir}`;
  ports.stdout(`wrote ${file.path}; edit it, then run leasehold check${where}\n`);
  const files: readonly SourceFile[] = [...others, file];
  const open = render(files).problems.filter(({ at }) => at.file === file.path);
  ports.stderr(problemsText(open, files, ports, 'stderr'));
  return exitCodes.success;
}

/** Requires a DNS subdomain, like metadata.name of any resource. */
function wrongName(name: string): string | undefined {
  return isDnsSubdomain(name)
    ? undefined
    : `${JSON.stringify(name)} is not a valid resource name: use lowercase letters, digits and dashes, such as globex-eu`;
}

/** The error of the example with this name, if any. Ignores references, because users can add their targets later. */
function exampleError(file: NewFile): string | undefined {
  const { problems } = render([file]);
  const ignored = ['unresolved-reference', 'missing-namespace'];
  return problems.find(({ code, severity }) => severity === 'error' && !ignored.includes(code))?.message;
}

type Filled = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** Sets fields by `path=value`. A value is YAML, so `[a, b]` is a list and `3` is a number. */
function withFields(example: string, assignments: readonly string[]): Filled {
  if (assignments.length === 0) return { ok: true, text: example };
  const document = parseDocument(example);
  for (const assignment of assignments) {
    const [, path, value = ''] = /^([\w.[\]/-]+)=(.*)$/s.exec(assignment) ?? [];
    const parsed = parseDocument(value);
    if (path === undefined || parsed.errors.length > 0)
      return { ok: false, message: `--set is ${assignment}; it must have the form spec.field=value` };
    document.setIn(path.split('.'), parsed.contents);
  }
  return { ok: true, text: document.toString({ lineWidth: 0 }) };
}

/** The comment that names the schema for editors: by path if the repository contains the schema, otherwise by id. */
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

/** Replaces the name of the example in every value that equals or starts with it: slugs, groups, namespaces. */
function withName(example: string, name: string): string {
  const old = /^metadata:\n(?: {2}.*\n)*? {2}name: (\S+)$/m.exec(example)?.[1] ?? '';
  const body = example.replace(/^(?:#.*\n)+/, '');
  return body.replace(/^(\s*(?:- )?(?:[\w./-]+: )?)(\S+)$/gm, (line, key: string, value: string) =>
    key.trim() !== '' && (value === old || value.startsWith(`${old}-`))
      ? `${key}${name}${value.slice(old.length)}`
      : line,
  );
}
