import { compare } from '../data/order.ts';
import { inventoryFile } from '../io/inventory-file.ts';
import type { WriteSuccess } from '../io/output.ts';
import { type Rendering, render as renderTenants, type SourceFile } from '../leasehold.ts';
import { defaultDirectory } from '../shell/default-directory.ts';
import { fails, problemsData, tallyOf } from '../shell/problems.ts';
import { count } from '../shell/text.ts';
import { jsonPrinter } from '../yaml/json-lines.ts';
import type { Arguments } from './arguments.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { problemsText } from './problems.ts';
import { type Progress, startProgress } from './progress.ts';
import { checkRemoval, type RemovalCheck } from './removal.ts';
import { renderTable } from './render-table.ts';
import { readTenants } from './tenants.ts';
import { usageFault } from './usage.ts';

/** Renders to a directory or to stdout. */
export function render(given: Arguments, ports: Ports): ExitCode {
  const dir = given.words[0] ?? defaultDirectory;
  const wrong = wrongOutput(given, dir, ports);
  if (wrong !== undefined) return usageFault(ports, wrong, 'leasehold render --help');
  const progress = startProgress(ports);
  const tenants = readTenants(dir, ports, progress);
  if (!tenants.ok) return usageFault(ports, tenants.message, 'leasehold render --help');
  progress.announce('rendering', tenants.files.length);
  const rendering = renderTenants(tenants.files, { tenant: given.text('tenant') });
  if (fails(rendering.problems, given.isSet('strict')))
    return failed({ given, ports, progress, files: tenants.files, rendering });
  const removal = checkRemoval(given, dir, rendering, ports);
  if (!removal.ok) return refused(removal, progress, ports);
  return deliver({ given, ports, progress, files: tenants.files, rendering });
}

function refused({ why, message }: Exclude<RemovalCheck, { ok: true }>, progress: Progress, ports: Ports): ExitCode {
  progress.end();
  if (why === 'wrong-call') return usageFault(ports, message, 'leasehold render --help');
  ports.stderr(`leasehold: ${message}\n`);
  return exitCodes.faults;
}

interface Work {
  readonly given: Arguments;
  readonly ports: Ports;
  readonly progress: Progress;
  readonly files: readonly SourceFile[];
  readonly rendering: Rendering;
}

function wrongOutput(given: Arguments, dir: string, { files }: Ports): string | undefined {
  const out = given.text('out');
  const stdout = given.text('stdout');
  if (out === undefined && stdout === undefined) return 'render needs --out DIR or --stdout yaml|json';
  if (out !== undefined && stdout !== undefined) return 'render takes --out or --stdout, not both';
  if (out === undefined) return undefined;
  if (files.kindOf(out) === 'file') return `${out} is a file; --out takes a directory`;
  const within = files.kindOf(dir) === 'directory' && files.isWithin(out, dir);
  return within ? `--out ${out} lies in ${dir}: the next render would read what this one writes` : undefined;
}

/** Where the report goes: stdout, unless the objects are there. */
function reportStream({ given }: Work): 'stdout' | 'stderr' {
  return given.text('stdout') === undefined ? 'stdout' : 'stderr';
}

function failed(work: Work): ExitCode {
  const { given, ports, progress, rendering, files } = work;
  progress.end();
  const format = given.text('format') ?? 'text';
  const { problems } = rendering;
  if (format !== 'text') ports[reportStream(work)](reportData(work, undefined));
  else ports.stderr(`${problemsText(problems, files, ports, 'stderr')}${tallyOf(problems)}: nothing is rendered\n`);
  return exitCodes.faults;
}

function deliver(work: Work): ExitCode {
  const { given, ports, rendering } = work;
  const out = given.text('out');
  if (out !== undefined) return writeTo(out, work);
  const json = given.text('stdout') === 'json';
  work.progress.end();
  const print = json ? jsonPrinter() : (text: string) => text;
  for (const { text } of rendering.files) ports.stdout(print(text));
  report(work, undefined);
  return exitCodes.fine;
}

function writeTo(dir: string, work: Work): ExitCode {
  const { given, ports, progress, rendering } = work;
  const outcome = ports.files.writeOutput({
    dir,
    files: [...rendering.files, inventoryFile(rendering.inventory)].sort((a, b) => compare(a.path, b.path)),
    tenant: given.text('tenant') ?? null,
    onFile: (done, of) => progress.step('writing', done, of),
  });
  progress.end();
  if (!outcome.ok) {
    ports.stderr(`leasehold: ${outcome.message}\n${outcome.fix}\n`);
    return exitCodes.faults;
  }
  report(work, outcome);
  return exitCodes.fine;
}

function report(work: Work, outcome: WriteSuccess | undefined): void {
  const { given, ports, rendering, files } = work;
  const format = given.text('format') ?? 'text';
  if (format !== 'text') ports[reportStream(work)](reportData(work, outcome));
  else {
    ports.stderr(problemsText(rendering.problems, files, ports, 'stderr'));
    for (const path of outcome?.edited ?? [])
      ports.stderr(`warning: ${given.text('out')}/${path} was edited by hand; the edit is gone\n`);
    if (outcome) ports.stdout(`${renderTable(rendering, files)}\n${outcomeText(work, outcome)}\n`);
  }
}

function reportData({ given, rendering }: Work, outcome: WriteSuccess | undefined): string {
  const { problems, inventory } = rendering;
  if (given.text('format') === 'sarif') return problemsData(problems, 'sarif');
  return `${JSON.stringify({ ok: !fails(problems, given.isSet('strict')), problems, inventory, output: outcome ?? null }, null, 2)}\n`;
}

function outcomeText({ given, rendering }: Work, { written, unchanged, removed }: WriteSuccess): string {
  const { inventory, problems } = rendering;
  const what = `${count(inventory.resources.length, 'resource')}, ${count(inventory.objects, 'object')}, ${tallyOf(problems)}`;
  return `${what}; ${count(written, 'file')} written to ${given.text('out')}, ${unchanged} unchanged, ${removed} removed`;
}
