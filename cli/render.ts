import { listed } from '../data/listed.ts';
import { compare } from '../data/order.ts';
import { inventoryFile } from '../io/inventory-file.ts';
import type { WriteSuccess } from '../io/output.ts';
import { formatId } from '../kubernetes/object-id.ts';
import { type Rendering, render as renderTenants, type SourceFile } from '../leasehold.ts';
import { sizeNote } from '../shell/application-size.ts';
import { fails, problemsData, tallyOf } from '../shell/problems.ts';
import { count, jsonText } from '../shell/text.ts';
import { jsonPrinter } from '../yaml/json-lines.ts';
import type { Arguments } from './arguments.ts';
import { documentation } from './help.ts';
import { overlap } from './output-place.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { problemsText } from './problems.ts';
import { type Progress, startProgress } from './progress.ts';
import { checkRemoval, type RemovalResult } from './removal.ts';
import { renderTable } from './render-table.ts';
import { sourceRecord } from './source-record.ts';
import { directoryOf, readTenantFiles, type TenantFiles } from './tenants.ts';
import { printTrustNote } from './trust-note.ts';
import { usageError } from './usage.ts';

/** Renders to a directory or to standard output. */
export function render(args: Arguments, ports: Ports): ExitCode {
  const dir = directoryOf(args);
  const wrong = wrongOutput(args, dir, ports);
  if (wrong !== undefined) return usageError(ports, wrong, 'leasehold render --help');
  const progress = startProgress(ports);
  const tenants = renderOne(args, ports) ?? renderAll(args, ports, progress);
  if (!tenants.ok) return usageError(ports, tenants.message, 'leasehold render --help');
  const { files, rendering } = tenants;
  const mixed = overlapOf(args, files, ports);
  if (mixed !== undefined) return usageError(ports, mixed, 'leasehold render --help');
  if (fails(rendering.problems, args.isSet('strict'))) return failed({ args, ports, progress, files, rendering });
  const removal = checkRemoval(args, dir, rendering, ports);
  if (!removal.ok) return rejected(removal, progress, ports);
  return writeRendering({ args, ports, progress, files, rendering });
}

type Rendered =
  | { readonly ok: true; readonly files: readonly SourceFile[]; readonly rendering: Rendering }
  | Extract<TenantFiles, { readonly ok: false }>;

/**
 * Renders the tenant of --tenant from its own directory and the Platform's. Undefined without --tenant, or if the layout or an
 * error requires reading all files.
 */
function renderOne(args: Arguments, { files: disk }: Ports): Rendered | undefined {
  const [dir, tenant] = [directoryOf(args), args.text('tenant')];
  if (tenant === undefined || disk.kindOf(dir) !== 'directory') return undefined;
  const files = disk.readTenant(dir, tenant);
  if (!files) return undefined;
  const rendering = renderTenants(files, { tenant, alone: true });
  return rendering.ok ? { ok: true, files, rendering } : undefined;
}

function renderAll(args: Arguments, ports: Ports, progress: Progress): Rendered {
  const tenants = readTenantFiles(directoryOf(args), ports, progress);
  if (!tenants.ok) return tenants;
  const { files } = tenants;
  progress.announce('rendering', files.length);
  return { ok: true, files, rendering: renderTenants(files, { tenant: args.text('tenant') }) };
}

function rejected({ why, message }: Exclude<RemovalResult, { ok: true }>, progress: Progress, ports: Ports): ExitCode {
  progress.end();
  if (why === 'usage') return usageError(ports, message, 'leasehold render --help');
  ports.stderr(`leasehold: ${message}\n`);
  return exitCodes.limit;
}

interface RenderRun {
  readonly args: Arguments;
  readonly ports: Ports;
  readonly progress: Progress;
  readonly files: readonly SourceFile[];
  readonly rendering: Rendering;
}

function wrongOutput(args: Arguments, dir: string, { files }: Ports): string | undefined {
  const out = outOf(args);
  const format = args.text('output') ?? 'text';
  if (out === undefined)
    return args.isStated('output') && !objectFormats.includes(format)
      ? `--output ${format} is a report format, which requires --out; without --out, use ${listed(objectFormats, 'or')}`
      : undefined;
  if (!reportFormats.includes(format))
    return `--out always writes YAML files, and --output sets the format of the report; use ${listed(reportFormats, 'or')}`;
  if (files.kindOf(out) === 'file') return `${out} is a file; --out must be a directory`;
  return overlap(out, dir, [], files);
}

/**
 * The message if the output overlaps the files that were read. These can include a Platform next to the directory of
 * the tenants.
 */
function overlapOf(args: Arguments, sources: readonly SourceFile[], { files }: Ports): string | undefined {
  const out = outOf(args);
  return out === undefined ? undefined : overlap(out, directoryOf(args), sources, files);
}

const objectFormats = ['yaml', 'json', 'name'];
const reportFormats = ['text', 'json', 'sarif'];

/** The directory to write to. An option that asks for printing overrides the configuration file. */
function outOf(args: Arguments): string | undefined {
  const prints = args.isStated('output') && objectFormats.includes(args.text('output') ?? '');
  return prints && !args.isStated('out') ? undefined : args.text('out');
}

/** The format of the report. With objects on standard output, the report goes to standard error as text. */
function reportFormat(args: Arguments): string {
  return outOf(args) === undefined ? 'text' : (args.text('output') ?? 'text');
}

function failed(run: RenderRun): ExitCode {
  const { args, ports, progress, rendering, files } = run;
  progress.end();
  const { problems } = rendering;
  if (reportFormat(args) !== 'text') ports.stdout(reportJson(run, undefined));
  else ports.stderr(`${problemsText(problems, files, ports, 'stderr')}${tallyOf(problems)}: nothing was rendered\n`);
  return exitCodes.problems;
}

function writeRendering(run: RenderRun): ExitCode {
  const { args, ports, rendering } = run;
  const out = outOf(args);
  if (out !== undefined) return writeDirectory(out, run);
  run.progress.end();
  printObjects(rendering, args.text('output') ?? 'yaml', ports);
  report(run, undefined);
  return exitCodes.success;
}

function printObjects({ files, objects }: Rendering, format: string, ports: Ports): void {
  if (format === 'name') {
    ports.stdout(objects.map(({ id }) => `${formatId(id)}\n`).join(''));
    return;
  }
  const print = format === 'json' ? jsonPrinter() : (text: string) => text;
  for (const { text } of files) ports.stdout(print(text));
}

function writeDirectory(dir: string, run: RenderRun): ExitCode {
  const { args, ports, progress, rendering } = run;
  const records = [inventoryFile(rendering.inventory), ...sourceRecord(dir, run.files, ports)];
  const outcome = ports.files.writeOutput({
    dir,
    files: [...rendering.files, ...records].sort((a, b) => compare(a.path, b.path)),
    tenant: args.text('tenant') ?? null,
    onFile: (done, of) => progress.step('writing', done, of),
  });
  progress.end();
  if (!outcome.ok) {
    ports.stderr(`leasehold: ${outcome.message}\n${outcome.fix}\n`);
    return exitCodes.problems;
  }
  report(run, outcome);
  return exitCodes.success;
}

function report(run: RenderRun, outcome: WriteSuccess | undefined): void {
  const { args, ports, rendering, files } = run;
  if (reportFormat(args) !== 'text') ports.stdout(reportJson(run, outcome));
  else {
    ports.stderr(problemsText(rendering.problems, files, ports, 'stderr'));
    printSizeNote(rendering, args.text('tenant'), ports);
    if (!outcome || ports.terminal.isQuiet) return;
    for (const path of outcome.edited)
      ports.stderr(`warning: ${outOf(args)}/${path} was edited manually; the render replaced or removed it\n`);
    ports.stdout(`${renderTable(rendering, files)}\n${outcomeText(run, outcome)}\n`);
    printTrustNote(rendering, ports);
  }
}

/** Prints the note to standard error, so that it is visible when a script reads the objects from standard output. */
function printSizeNote({ inventory }: Rendering, tenant: string | undefined, ports: Ports): void {
  const note = sizeNote(inventory.objects, tenant);
  if (note !== '' && !ports.terminal.isQuiet) ports.stderr(`${note}; see ${documentation}docs/argocd-operations.md\n`);
}

function reportJson({ args, rendering }: RenderRun, outcome: WriteSuccess | undefined): string {
  const { problems, inventory } = rendering;
  if (args.text('output') === 'sarif') return problemsData(problems, 'sarif');
  return jsonText({ ok: !fails(problems, args.isSet('strict')), problems, inventory, output: outcome ?? null });
}

function outcomeText({ args, rendering }: RenderRun, { written, unchanged, removed }: WriteSuccess): string {
  const { inventory, problems } = rendering;
  const what = `${count(inventory.resources.length, 'resource')}, ${count(inventory.objects, 'object')}, ${tallyOf(problems)}`;
  return `${what}; ${count(written, 'file')} written to ${outOf(args)}, ${unchanged} unchanged, ${removed} removed`;
}
