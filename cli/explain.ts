import { objectAt } from '../analysis/trace/object-at.ts';
import type { TracedResource, TraceQuery, TraceResult } from '../analysis/trace/trace.ts';
import { contracts } from '../build/contracts.ts';
import { outputTenant } from '../core/kind/tenant.ts';
import type { Manifest } from '../core/print/manifest.ts';
import { baseName } from '../core/source/source.ts';
import { formatId } from '../kubernetes/object-id.ts';
import { render, rightsOf, type SourceFile, trace } from '../leasehold.ts';
import { defaultDirectory } from '../shell/default-directory.ts';
import type { Arguments } from './arguments.ts';
import { hibernationRows } from './hibernation.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { reportErrors } from './problems.ts';
import { startProgress } from './progress.ts';
import { table } from './table.ts';
import { readTenantFiles } from './tenants.ts';
import { usageError } from './usage.ts';

/** Traces an object to its source, or a source to its objects. */
export function explain(args: Arguments, ports: Ports): ExitCode {
  const subject = args.words[0] ?? '';
  const dir = args.text('dir') ?? defaultDirectory;
  const tenants = readTenantFiles(dir, ports, startProgress(ports));
  if (!tenants.ok) return usageError(ports, tenants.message, 'leasehold explain --help');
  const { files } = tenants;
  const rendering = render(files);
  if (!rendering.ok) return reportErrors(rendering.problems, files, 'nothing can be explained', ports);
  const query = queryFor(subject, args.text('namespace'), files, ports);
  if ('wrong' in query) return usageError(ports, query.wrong, 'leasehold explain --help');
  const found = trace(rendering, files, query);
  const code = printResult(found, { subject, dir }, ports);
  if (found.found === 'resource') ports.stdout(rightsText(found.resource, files));
  return code;
}

interface Subject {
  readonly subject: string;
  readonly dir: string;
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
  // As explain and diff print it: `Deployment.apps tenants/org-acme`.
  const [typed = '', ...rest] = subject.replace(' ', '/').split('/');
  const [kind = '', ...group] = typed.split('.');
  const name = rest.at(-1) ?? '';
  if (kind === '' || name === '' || rest.length > 2)
    return { wrong: `${subject} is neither Kind/name, Kind/namespace/name nor file:line` };
  const named = { kind, name, namespace: rest.length === 2 ? rest[0] : namespace };
  return group.length === 0 ? named : { ...named, group: group.join('.') };
}

/** A line of an input file or of a rendered file. A rendered file can be anywhere: its text names the object. */
function positionQuery(file: string, line: number, inputs: readonly SourceFile[], ports: Ports): QueryResult {
  const path = file.replace(/^\.\//, '');
  const input = inputs.find((one) => one.path === path) ?? inputs.find((one) => isSamePath(one.path, path, ports));
  if (input) return { file: input.path, line };
  const text = ports.files.readText(file);
  if (text === undefined) return { wrong: `there is no file ${file}` };
  return objectAt(text, line) ?? { wrong: `${file} holds no object at line ${line}` };
}

/** Whether two paths name the same file: an editor passes the absolute path. */
function isSamePath(one: string, other: string, { files }: Ports): boolean {
  return baseName(one) === baseName(other) && files.isWithin(one, other) && files.isWithin(other, one);
}

function printResult(result: TraceResult, { subject, dir }: Subject, ports: Ports): ExitCode {
  if (result.found === 'object') ports.stdout(objectText(result.object, result.resource));
  if (result.found === 'resource') ports.stdout(resourceText(result.resource, result.objects, ports));
  if (result.found === 'several') {
    const choices = result.choices.map((choice) => `  leasehold explain ${choice}\n`).join('');
    return usageError(ports, `${subject} may be several:\n${choices.trimEnd()}`, 'leasehold explain --help');
  }
  if (result.found !== 'nothing') return exitCodes.success;
  const near = result.near === undefined ? '' : `; did you mean ${result.near}?`;
  ports.stderr(`leasehold: nothing in ${dir} renders ${subject}${near}\n`);
  return exitCodes.faults;
}

/** What the tenant's own authors may use and why, for a resource that defines a tenant with a directory of its own. */
function rightsText(resource: TracedResource, files: readonly SourceFile[]): string {
  const rights = rightsOf(files, resource);
  if (rights.length === 0) return '';
  const rows = rights.map(({ field, value, grant }) => [
    field,
    value,
    grant ? `Grant ${grant.name}, ${grant.file}` : "the tenant's own",
  ]);
  return `The authors of its directory may use:\n${table(['FIELD', 'VALUE', 'BECAUSE OF'], rows)}`;
}

function objectText({ id, file, shape, tenant, wave }: Manifest, resource: TracedResource | undefined): string {
  const source = resource
    ? `${resource.label}, ${resource.file}:${resource.line}`
    : 'the Platform: all tenants share it';
  return lines(formatId(id), [
    ['made from', source],
    [
      'by',
      [...(resource ? [contracts[resource.kind].folder] : []), ...(shape ? [`templates/${shape}.yaml.hbs`] : [])].join(
        ', ',
      ),
    ],
    ['written to', file],
    ['tenant', tenant],
    ['sync wave', String(wave)],
  ]);
}

function resourceText(resource: TracedResource, objects: readonly Manifest[], ports: Ports): string {
  const { label, kind, tenant, file, line, names, hibernation } = resource;
  const made = objects.map(({ id, shape }) => `  ${formatId(id)}${shape ? `  (${shape}.yaml.hbs)` : ''}`);
  const head = lines(label, [
    ['defined in', `${file}:${line}`],
    ['by', contracts[kind].folder],
    ['tenant', outputTenant(tenant)],
    ...names.map((name) => ['refers to', name] as const),
    ...hibernationRows(hibernation, ports),
  ]);
  const tail = made.length === 0 ? 'It makes no object of its own.\n' : `Objects made from it:\n${made.join('\n')}\n`;
  return `${head}${quotaText(resource)}${tail}`;
}

/** The quota and the share of each namespace, one per row. */
function quotaText({ quota }: TracedResource): string {
  if (!quota) return '';
  const resources = Object.keys(quota.total).sort();
  const shares = Object.entries(quota.shares);
  const row = (name: string, amounts: Readonly<Record<string, string>>) => [
    `  ${name}`,
    ...resources.map((resource) => amounts[resource] ?? ''),
  ];
  const rows = shares.map(([namespace, amounts]) => row(namespace, amounts));
  const title = shares.length === 0 ? 'held by the cluster over all namespaces' : 'dealt to the namespaces';
  return `Quota ${quota.name}, ${title}:\n${table(['', ...resources], [...rows, row('total', quota.total)])}`;
}

function lines(title: string, rows: readonly (readonly [string, string])[]): string {
  return `${title}\n${rows.map(([name, value]) => `  ${name.padEnd(10)}  ${value}\n`).join('')}`;
}
