import { reportText } from '../../action/report.ts';
import { compareVersions, render, type SourceFile, tenantNames } from '../../leasehold.ts';
import { type Machine, runOn } from '../cli/fake-ports.ts';

/** What went wrong with an input; undefined if nothing did. */
export type Verdict = string | undefined;

/** Runs the stages and programs on files. `base` are files without errors, to compare with. */
export async function judge(files: readonly SourceFile[], base: readonly SourceFile[]): Promise<Verdict> {
  try {
    return stagesFail(files, base) ?? (await programsFail(files, base));
  } catch (error) {
    return `exception: ${error instanceof Error ? error.stack : String(error)}`;
  }
}

function stagesFail(files: readonly SourceFile[], base: readonly SourceFile[]): Verdict {
  const rendering = render(files);
  const bug = rendering.problems.find(({ code }) => code === 'internal-error');
  if (bug) return `internal error: ${bug.message}`;
  const [tenant] = tenantNames(files);
  const scoped = render(files, { tenant }).problems.find(({ code }) => code === 'internal-error');
  if (scoped) return `internal error of a tenant: ${scoped.message}`;
  for (const { problems, changes } of [compareVersions(base, files), compareVersions(files, base)])
    reportText({ lead: '', problems, changes, cost: undefined, footer: '' }, 60_000, 20);
  return undefined;
}

async function programsFail(files: readonly SourceFile[], base: readonly SourceFile[]): Promise<Verdict> {
  const machine: Machine = { trees: { tenants: files, base } };
  for (const argv of commandsFor(files)) {
    const { code, stderr } = await runOn(machine, ...argv, '--debug');
    if (code === 3) return `exit code 3 of ${argv.join(' ')}: ${stderr}`;
  }
  return undefined;
}

function commandsFor(files: readonly SourceFile[]): readonly (readonly string[])[] {
  const [resource] = render(files).resources;
  const [file] = files;
  return [
    ['check', 'tenants', '--format', 'sarif'],
    ['check', 'tenants'],
    ['render', 'tenants', '--stdout', 'json'],
    ['render', 'tenants', '--out', 'rendered'],
    ['diff', 'base', 'tenants'],
    ['diff', 'tenants', 'base', '--format', 'json'],
    ['get', 'tenants'],
    ['explain', `${file?.path}:3`],
    ...(resource ? [['explain', `${resource.kind}/${resource.name}`]] : []),
  ];
}
