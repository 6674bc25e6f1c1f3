import { parse } from 'node:path';
import { stringify } from 'yaml';
import { isError } from '../core/problem/problem.ts';
import { textAt } from '../data/tree.ts';
import { isDnsSubdomain } from '../kubernetes/names.ts';
import { type Problem, type Rendering, readDocuments, render } from '../leasehold.ts';
import { count } from '../shell/text.ts';
import type { Arguments } from './arguments.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { problemsText } from './problems.ts';
import { startProgress } from './progress.ts';
import { directoryOf, readTenantFiles } from './tenants.ts';
import { usageError } from './usage.ts';

const help = 'leasehold baseline --help';
const standardName = 'accepted';

/** Writes a Baseline that accepts every current warning of a resource, except warnings that other Baselines accept. */
export function baseline(args: Arguments, ports: Ports): ExitCode {
  const progress = startProgress(ports);
  const tenants = readTenantFiles(directoryOf(args), ports, progress);
  if (!tenants.ok) return usageError(ports, tenants.message, help);
  const out = args.text('out');
  if (out !== undefined && !isReplaceable(out, ports))
    return usageError(ports, `${out} is not a Baseline; choose another file`, help);
  const rendering = render(tenants.files);
  progress.end();
  const { problems } = rendering;
  const reported = problems.some(isError) ? problems.filter(isError) : withoutResource(rendering);
  ports.stderr(problemsText(reported, tenants.files, ports, 'stderr'));
  if (!rendering.ok) return exitCodes.problems;
  const entries = entriesOf(rendering, out, ports);
  if (out === undefined) ports.stdout(baselineText(standardName, entries));
  else {
    const text = baselineText(nameOf(out, ports), entries);
    ports.files.replace(out, text);
    ports.stdout(`wrote ${out}, which accepts ${count(entries.length, 'warning')}\n`);
  }
  return exitCodes.success;
}

/** Whether the file can be replaced by a Baseline without losing data. */
function isReplaceable(path: string, { files }: Ports): boolean {
  if (files.kindOf(path) === 'directory') return false;
  const text = files.readText(path) ?? '';
  const documents = readDocuments([{ path, text }]);
  return (
    text.trim() === '' || (documents.length > 0 && documents.every(({ body }) => textAt(body, 'kind') === 'Baseline'))
  );
}

/** The warnings that a Baseline cannot accept, such as a warning about the name of a file. */
function withoutResource({ problems, warnings }: Rendering): readonly Problem[] {
  const keys = new Set(warnings.map(({ code, path, message }) => `${code} ${path} ${message}`));
  const aboutWarnings: readonly string[] = ['stale-acknowledgement', 'more-warnings'];
  return problems.filter(
    ({ code, at, message }) => !aboutWarnings.includes(code) && !keys.has(`${code} ${at.path} ${message}`),
  );
}

type Entries = Rendering['warnings'];

/** The warnings that no other file accepts, with the reasons of the Baseline that is replaced. */
function entriesOf({ warnings }: Rendering, out: string | undefined, { files }: Ports): Entries {
  return warnings.filter(
    ({ accepted }) => accepted === undefined || (out !== undefined && files.isWithin(accepted.file, out)),
  );
}

/** The name of the Baseline that is replaced, else that of the file if it is valid, else `accepted`. */
function nameOf(out: string, { files }: Ports): string {
  const [earlier] = readDocuments([{ path: out, text: files.readText(out) ?? '' }]);
  const name = textAt(earlier?.body, 'metadata', 'name') || parse(out).name;
  return isDnsSubdomain(name) ? name : standardName;
}

function baselineText(name: string, entries: Entries): string {
  const warnings = entries.map(({ accepted, resource, code, path, message }) => ({
    resource,
    code,
    path,
    message,
    ...(accepted?.reason === undefined ? {} : { reason: accepted.reason }),
  }));
  const head = { apiVersion: 'leasehold.dev/v1alpha1', kind: 'Baseline', metadata: { name } };
  return stringify({ ...head, spec: { warnings } }, { lineWidth: 0 });
}
