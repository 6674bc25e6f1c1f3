import { objectAt } from '../analysis/trace/object-at.ts';
import { startLines } from '../analysis/trace/resource-at.ts';
import type { TraceQuery, TraceResult } from '../analysis/trace/trace.ts';
import { outputTenant } from '../core/kind/tenant.ts';
import { isError } from '../core/problem/problem.ts';
import { baseName } from '../core/source/source.ts';
import { draft, type Problem, type Rendering, render, type SourceFile, trace } from '../leasehold.ts';
import { tallyOf } from '../shell/problems.ts';
import { jsonText, shellWord } from '../shell/text.ts';
import type { Arguments } from './arguments.ts';
import { explainField, fieldText } from './explain-field.ts';
import { objectText, resourceText, traceJson } from './explain-text.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { reportErrors } from './problems.ts';
import { startProgress } from './progress.ts';
import { directoryOf, readTenantFiles } from './tenants.ts';
import { usageError } from './usage.ts';

/** Traces an object to its source or a line of a file to its objects, or describes a field. */
export function explain(args: Arguments, ports: Ports): ExitCode {
  const subject = args.words[0] ?? '';
  if (isField(subject)) return describeField(subject, args, ports);
  const dir = directoryOf(args);
  const tenants = readTenantFiles(dir, ports, startProgress(ports));
  if (!tenants.ok) return usageError(ports, tenants.message, 'leasehold explain --help');
  const { files } = tenants;
  const rendering = render(files);
  const known = rendering.ok ? rendering : draft(files);
  const query = isFile(subject)
    ? fileQuery(subject, known, files, ports)
    : queryFor(subject, args.text('namespace'), files, ports);
  if ('wrong' in query && rendering.ok) return usageError(ports, query.wrong, 'leasehold explain --help');
  const result: TraceResult = 'wrong' in query ? { found: 'nothing', near: undefined } : trace(known, files, query);
  const isJson = args.text('output') === 'json';
  if (!rendering.ok) {
    const file = 'file' in query ? query.file : undefined;
    const errors = errorsAbout(result, { errors: rendering.problems.filter(isError), files, file });
    if (errors.length > 0) return reportErrors(errors, files, 'nothing can be explained', ports);
    reportUnrelated(rendering.problems, ports);
  }
  const option = args.isStated('dir') ? ` --dir ${shellWord(dir)}` : '';
  return printResult(result, { subject, dir, option, isJson, files }, ports);
}

interface Failed {
  readonly errors: readonly Problem[];
  readonly files: readonly SourceFile[];
  /** The file of the query. */
  readonly file: string | undefined;
}

/**
 * The errors of the scope that contains the result. Without a result, the errors of the file or, if it has none, all
 * errors. Empty for several results.
 */
function errorsAbout(result: TraceResult, { errors, files, file }: Failed): readonly Problem[] {
  if (result.found === 'several') return [];
  if (result.found === 'nothing') {
    const own = errors.filter(({ at }) => at.file === file);
    return own.length > 0 ? own : errors;
  }
  const tenant = result.found === 'object' ? result.object.tenant : outputTenant(result.resource.tenant);
  return render(files, { tenant }).problems.filter(isError);
}

function reportUnrelated(problems: readonly Problem[], { terminal, stderr }: Ports): void {
  if (terminal.isQuiet) return;
  const errors = problems.filter(isError);
  stderr(
    `note: ${tallyOf(errors)} elsewhere: objects of the tenants with errors are not rendered; leasehold check lists the errors\n`,
  );
}

/** `Kind` or `Kind.field.path`. */
function isField(subject: string): boolean {
  return /^[A-Za-z][^/:\s]*$/.test(subject) && !isFile(subject);
}

/** A file without a line. */
function isFile(subject: string): boolean {
  return /\.(?:ya?ml|json)$/.test(subject);
}

function describeField(subject: string, args: Arguments, ports: Ports): ExitCode {
  const found = explainField(subject);
  const hint = subject.includes('.') ? '' : `; to trace an object, use Kind/${subject}`;
  if (!found.ok) return usageError(ports, `${found.message}${hint}`, 'leasehold explain --help');
  const isJson = args.text('output') === 'json';
  ports.stdout(isJson ? jsonText(found.entries) : fieldText(found.entries));
  return exitCodes.success;
}

interface Subject {
  readonly subject: string;
  readonly dir: string;
  /** `--dir` with its value, if the command line has it. */
  readonly option: string;
  readonly isJson: boolean;
  readonly files: readonly SourceFile[];
}

type QueryResult = TraceQuery | { readonly wrong: string };

function queryFor(
  subject: string,
  namespace: string | undefined,
  files: readonly SourceFile[],
  ports: Ports,
): QueryResult {
  const position = /^(.+?):([0-9]+)(?::[0-9]+)?$/.exec(subject);
  if (position) return positionQuery((position[1] as string).replace(/^\.\//, ''), Number(position[2]), files, ports);
  // Also accepts the notation that explain and diff print: `Deployment.apps tenants/org-acme`.
  const [typed = '', ...rest] = subject.replace(' ', '/').split('/');
  const [kind = '', ...group] = typed.split('.');
  const name = rest.at(-1) ?? '';
  if (kind === '' || name === '' || rest.length > 2)
    return { wrong: `${subject} must be Kind/name, Kind/namespace/name, file, file:line, Kind or Kind.field.path` };
  const named = { kind, name, namespace: rest.length === 2 ? rest[0] : namespace };
  return group.length === 0 ? named : { ...named, group: group.join('.') };
}

/**
 * A line of an input file or of a rendered file. A rendered file can be anywhere, because its text identifies the
 * object.
 */
function positionQuery(file: string, line: number, inputs: readonly SourceFile[], ports: Ports): QueryResult {
  const path = file.replace(/^\.\//, '');
  const input = inputs.find((one) => one.path === path) ?? inputs.find((one) => isSamePath(one.path, path, ports));
  if (input) return { file: input.path, line };
  const text = ports.files.readText(file);
  if (text === undefined) return { wrong: `the file ${file} does not exist` };
  return objectAt(text, line) ?? { wrong: `${file} has no object at line ${line}` };
}

/** A file with one resource needs no line. */
function fileQuery(file: string, { resources }: Rendering, inputs: readonly SourceFile[], ports: Ports): QueryResult {
  const input = inputs.find((one) => isSamePath(one.path, file, ports));
  const own = resources.filter(({ origin }) => origin.file === input?.path);
  if (own.length < 2) return positionQuery(file, 1, inputs, ports);
  const starts = [...startLines(own, inputs)].sort((a, b) => a - b);
  const lines = starts.map((line) => `${file}:${line}`);
  return { wrong: `${file} has ${own.length} resources; name the line of one: ${lines.join(', ')}` };
}

/** Whether two paths refer to the same file. Editors pass absolute paths. */
function isSamePath(one: string, other: string, { files }: Ports): boolean {
  return baseName(one) === baseName(other) && files.isWithin(one, other) && files.isWithin(other, one);
}

function printResult(result: TraceResult, { subject, dir, option, isJson, files }: Subject, ports: Ports): ExitCode {
  if (result.found === 'several') {
    const choices = result.choices.map((choice) => `  leasehold explain ${choice}${option}\n`).join('');
    return usageError(ports, `${subject} is ambiguous; use one of:\n${choices.trimEnd()}`, 'leasehold explain --help');
  }
  if (result.found === 'nothing') {
    const near = result.near === undefined ? '' : `; did you mean ${result.near}?`;
    ports.stderr(`leasehold: nothing in ${dir === '-' ? 'standard input' : dir} renders ${subject}${near}\n`);
    return exitCodes.problems;
  }
  if (isJson) ports.stdout(jsonText(traceJson(result, files)));
  else ports.stdout(result.found === 'object' ? objectText(result) : resourceText(result, files, ports));
  return exitCodes.success;
}
