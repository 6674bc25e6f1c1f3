import { normalize } from 'node:path/posix';
import type { KindId } from '../build/contracts.ts';
import { documents } from '../build/documents.ts';
import { schemas } from '../build/schemas.ts';
import { isDnsSubdomain } from '../kubernetes/names.ts';
import { formatId, readId } from '../kubernetes/object-id.ts';
import {
  authorityOf,
  directoriesFor,
  load,
  type Problem,
  readDocuments,
  render,
  type SourceFile,
} from '../leasehold.ts';
import { defaultDirectory } from '../shell/default-directory.ts';
import {
  assignmentsOf,
  type Filled,
  type NewFile,
  withAllowedFields,
  withFields,
  withName,
  withPlaceholders,
} from '../shell/new-fields.ts';
import { shellWord } from '../shell/text.ts';
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
  if (args.text('output') === 'json') return usageError(ports, '-o json is for --list; -o yaml prints the file', help);
  const kind = readKind(word);
  const wrong = kind.ok ? wrongName(name) : kind.message;
  if (!kind.ok || wrong !== undefined) return usageError(ports, wrong ?? '', help);
  const place = placeFor(kind.id, name, { args, ports });
  const filled = fill(kind.id, name, { place, assignments: args.texts('set') });
  if (!filled.ok) return usageError(ports, filled.message, help);
  const text = `${modeline(kind.id, place.path, ports)}${filled.text}`;
  return args.text('output') === 'yaml'
    ? print(withPlaceholders(text), ports)
    : write({ path: place.path, text }, place, ports);
}

interface Place {
  readonly path: string;
  /** The same file in a directory whose authors are not limited by Grants. */
  readonly trusted: string;
  /** The other files of the repository. */
  readonly others: readonly SourceFile[];
  /** The option that `check` needs to read the file. */
  readonly option: string;
}

/** The directory of --out, or the directory that the Platform requires for the kind. */
function placeFor(
  id: KindId,
  name: string,
  { args, ports: { files } }: { readonly args: Arguments; readonly ports: Ports },
): Place {
  const usual = args.configured('out') ?? defaultDirectory;
  const out = (args.text('out') ?? defaultDirectory).replace(/(?<=.)\/+$/, '');
  const root = files.isWithin(out, usual) ? usual : out;
  const others = files.kindOf(root) === 'directory' ? files.readTree(root, () => {}) : [];
  const base = { others, option: root === usual ? '' : ` --dir ${shellWord(root)}` };
  const filled = withFields(withName(documents[id].start, name), args.texts('set'));
  // The tenant is known if the field that defines it has no placeholder.
  const directories = directoriesFor(load(others), {
    path: 'new.yaml',
    text: filled.ok ? withPlaceholders(filled.text) : '',
  });
  const stated = normalize(`${out}/${name}.yaml`);
  if (!directories) return { ...base, path: stated, trusted: stated };
  const path = args.isStated('out') ? stated : `${directories.directory}${name}.yaml`;
  return { ...base, path, trusted: `${directories.trusted}${name}.yaml` };
}

interface Filling {
  readonly place: Place;
  readonly assignments: readonly string[];
}

function fill(id: KindId, name: string, { place, assignments }: Filling): Filled {
  const { path, others } = place;
  const named = withName(documents[id].start, name);
  const authority = authorityOf(others)(path);
  const start =
    authority.sort === 'tenant'
      ? withAllowedFields({ path, text: named }, { tenant: authority.tenant, others })
      : named;
  const filled = withFields(start, assignments);
  const error = filled.ok ? errorOf(filled.text, place) : undefined;
  if (!error) return filled;
  const isOfName = errorOf(start, place)?.message === error.message;
  const subject = isOfName
    ? `${name} is not a valid name for this kind`
    : invalidAssignments(assignmentsOf(error.at.path, assignments));
  return { ok: false, message: `${subject}: ${error.message}` };
}

function invalidAssignments(assignments: readonly string[]): string {
  return `${assignments.map((one) => `--set ${one}`).join(' ')} ${assignments.length === 1 ? 'is' : 'are'} not valid`;
}

/**
 * An error in the text itself, which no other file can fix. Ignores references, because users can add their targets
 * later, and problems that depend on where the file is.
 */
function errorOf(text: string, { trusted, others }: Place): Problem | undefined {
  const errorsIn = (files: readonly SourceFile[]) =>
    render(files).problems.filter(({ at, severity }) => severity === 'error' && at.file === trusted);
  const ignored = ['unresolved-reference', 'missing-namespace'];
  const alone = errorsIn([{ path: trusted, text }]).filter(({ code }) => !ignored.includes(code));
  if (alone.length === 0) return undefined;
  const together = errorsIn([...others.filter(({ path }) => path !== trusted), { path: trusted, text }]);
  return alone.find(({ code, at }) => together.some((other) => other.code === code && other.at.path === at.path));
}

function print(text: string, ports: Ports): ExitCode {
  ports.stdout(text);
  return exitCodes.success;
}

/**
 * Writes a new file, and prints its problems: its placeholders, and others that `check` reports once they are replaced.
 */
function write(marked: NewFile, { others, option }: Place, ports: Ports): ExitCode {
  const file = { ...marked, text: withPlaceholders(marked.text) };
  const duplicate = duplicateOf(file, others);
  if (duplicate !== undefined) {
    ports.stderr(`leasehold: ${duplicate}; change that file, or choose another name\n`);
    return exitCodes.problems;
  }
  if (!ports.files.create(file.path, file.text)) {
    ports.stderr(
      `leasehold: ${file.path} already exists, so nothing was written; choose another name, or another directory with --out\n`,
    );
    return exitCodes.problems;
  }
  ports.stdout(`wrote ${file.path}; edit it, then run leasehold check${option}\n`);
  const problemsOf = (one: NewFile) => render([...others, one]).problems.filter(({ at }) => at.file === file.path);
  const placeholders = problemsOf(file).filter(({ code }) => code === 'placeholder');
  const replaced = new Set(placeholders.map(({ at }) => at.path));
  const open = [...placeholders, ...problemsOf(marked).filter(({ at }) => !replaced.has(at.path))];
  const inOrder = open.sort((one, other) => one.at.line - other.at.line);
  ports.stderr(problemsText(inOrder, [...others, file], ports, 'stderr'));
  return exitCodes.success;
}

/**
 * The message for a resource of the same kind, namespace and name in another file: `Grant.leasehold.dev acme already
 * exists in tenants/acme.yaml`.
 */
function duplicateOf(file: SourceFile, others: readonly SourceFile[]): string | undefined {
  const idOf = ({ body }: { readonly body: unknown }) => {
    const id = readId(body);
    return id && formatId(id);
  };
  const [own] = readDocuments([file]).map(idOf);
  const other = readDocuments(others.filter(({ path }) => path !== file.path)).find((one) => idOf(one) === own);
  return own === undefined || !other ? undefined : `${own} already exists in ${other.origin.file}`;
}

/** Requires a DNS subdomain, like metadata.name of any resource. */
function wrongName(name: string): string | undefined {
  return isDnsSubdomain(name)
    ? undefined
    : `${JSON.stringify(name)} is not a valid resource name: use lowercase letters, digits, dashes and dots, and start and end with a letter or digit, such as globex-eu`;
}

/** The comment that refers editors to the schema: by path if the repository contains the schema, otherwise by id. */
function modeline(id: KindId, path: string, { files }: Ports): string {
  const up = path.split('/').slice(1).fill('..').join('/');
  const inner = `schemas/${id}.schema.json`;
  const isKept = !path.startsWith('/') && !path.includes('..') && files.kindOf(inner) === 'file';
  const own = (JSON.parse(schemas[id]) as { readonly $id: string }).$id;
  return `# yaml-language-server: $schema=${isKept ? `${up === '' ? '.' : up}/${inner}` : own}\n`;
}
