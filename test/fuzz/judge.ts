import { commentSize } from '../../action/budget.ts';
import { manifestTexts } from '../../action/object-text.ts';
import { emptyReport, reportText } from '../../action/report.ts';
import { compare, type Rendering, render, type SourceFile, tenantNames } from '../../leasehold.ts';
import type { Ports as PluginPorts } from '../../plugin/ports.ts';
import { run as runPlugin } from '../../plugin/run.ts';
import { type Machine, runOn } from '../cli/fake-ports.ts';
import { isolationFails } from './delegated.ts';

/** The failure of an input; undefined if there is none. */
export type Verdict = string | undefined;

/** Files to check. `base` contains the files to compare them with, usually without errors. */
export interface Subject {
  readonly files: readonly SourceFile[];
  readonly base: readonly SourceFile[];
  /**
   * Chooses the hostile directory and the command lines. Each subject runs two command lines, which finds more in the same time
   * than running all.
   */
  readonly choice: number;
}

/** Runs the stages and programs on the files. */
export async function judge({ files, base, choice }: Subject): Promise<Verdict> {
  try {
    const rendering = render(files);
    return (
      stagesFail(files, rendering) ??
      isolationFails(files, choice) ??
      differs(files, rendering) ??
      actionFails(render(base), rendering, files) ??
      (await pluginFails(files)) ??
      (await programsFail({ files, base, choice }, rendering))
    );
  } catch (error) {
    return `exception: ${error instanceof Error ? error.stack : String(error)}`;
  }
}

function stagesFail(files: readonly SourceFile[], rendering: Rendering): Verdict {
  const [tenant] = tenantNames(files);
  const problems = [...rendering.problems, ...render(files, { tenant }).problems];
  const bug = problems.find(({ code }) => code === 'internal-error');
  if (bug) return `internal error: ${bug.message}`;
  // The text of a function is in the output if a name from a file resolves to an inherited property.
  const leak = rendering.files.find(({ text }) => text.includes('[native code]'));
  return leak && `${leak.path} contains the text of a function`;
}

/** A second render, of the files in another order, must produce the same bytes. */
function differs(files: readonly SourceFile[], rendering: Rendering): Verdict {
  const isSame = bytesOf(rendering) === bytesOf(render(files.toReversed()));
  return isSame ? undefined : 'another render of the same files differs';
}

function bytesOf({ ok, problems, files, inventory }: Rendering): string {
  return JSON.stringify({ ok, problems, files: files.map(({ path, text }) => [path, text]), inventory });
}

/** Compares both versions in both directions and writes the report of the Action. It can fail only by throwing an exception. */
function actionFails(before: Rendering, after: Rendering, files: readonly SourceFile[]): Verdict {
  const links = { file: (path: string) => path, change: (path: string) => path, run: '' };
  for (const [old, now] of [[before, after] as const, [after, before] as const]) {
    const { problems, changes } = compare(old, now, files);
    const texts = manifestTexts(old.objects, now.objects);
    reportText({ ...emptyReport(links), problems, changes, texts }, commentSize);
  }
  return undefined;
}

async function pluginFails(files: readonly SourceFile[]): Promise<Verdict> {
  let [stdout, stderr] = ['', ''];
  const ports: PluginPorts = {
    stdout: async (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    kindOf: (path) => (path === '/app' || path === '/app/tenants' ? 'directory' : 'nothing'),
    isLink: () => false,
    isWithin: () => true,
    readTree: (folder) => files.map((file) => ({ ...file, path: `${folder}/${file.path}` })),
    readTenants: (folder) => files.map((file) => ({ ...file, path: `${folder}/${file.path}` })),
    attributesAbove: () => [],
    readSourceFile: (path) => ({ path, unreadable: 'no-access' }),
  };
  const code = await runPlugin({ argv: ['generate'], env: {}, cwd: '/app' }, ports);
  if (stderr.includes('internal error')) return `the plugin: ${stderr}`;
  if (code === 0) for (const line of stdout.trimEnd().split('\n')) JSON.parse(line);
  return code === 0 || stdout === '' ? undefined : 'the plugin writes manifests of a render that fails';
}

async function programsFail({ files, base, choice }: Subject, now: Rendering): Promise<Verdict> {
  const machine: Machine = { trees: { tenants: files, base } };
  const commands = commandsFor(files, now);
  for (const at of [choice, choice + 3]) {
    const argv = commands[at % commands.length] ?? [];
    const { code, stderr } = await runOn(machine, ...argv, '--debug');
    if (code === 3) return `exit code 3 of ${argv.join(' ')}: ${stderr}`;
  }
  return undefined;
}

function commandsFor([file]: readonly SourceFile[], { resources }: Rendering): readonly (readonly string[])[] {
  const [resource] = resources;
  return [
    ['check', '--dir', 'tenants', '-o', 'sarif'],
    ['render', '--dir', 'tenants', '-o', 'json'],
    ['render', '--dir', 'tenants', '--out', 'rendered'],
    ['diff', 'base', 'tenants'],
    ['diff', 'tenants', 'base', '-o', 'json'],
    ['get', 'tenants'],
    ['explain', `${file?.path}:3`],
    ...(resource ? [['explain', `${resource.kind}/${resource.name}`]] : []),
  ];
}
