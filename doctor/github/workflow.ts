import type { ReadableFile } from '../../core/source/source.ts';
import { isMapping, listAt, mappingAt, type Path, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { compileRe2 } from '../../kubernetes/re2.ts';
import { readFull } from '../../yaml/full.ts';
import { type LineFinder, lineFinder } from '../lines.ts';

/** The parts of a GitHub Actions workflow that the doctor reads. */
export interface Workflow {
  readonly file: string;
  readonly name: string;
  readonly body: unknown;
  readonly jobs: readonly Job[];
  /** The configuration of each event that starts the workflow. Null for an event without configuration. */
  readonly triggers: ReadonlyMap<string, unknown>;
  readonly lineAt: LineFinder;
}

export interface Job {
  readonly id: string;
  readonly path: Path;
  readonly body: unknown;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly path: Path;
  readonly uses: string;
  readonly run: string;
  readonly inputs: Tree;
  readonly body: unknown;
}

/** Reads a workflow. Undefined if the file is not a YAML mapping. */
export function readWorkflow({ path, text }: ReadableFile): Workflow | undefined {
  const result = readFull(text);
  const body = result.ok ? result.bodies[0] : undefined;
  if (!isMapping(body)) return undefined;
  const name = `workflow ${textAt(body, 'name') || path.slice(path.lastIndexOf('/') + 1)}`;
  const jobs = Object.entries(mappingAt(body, 'jobs')).map(([id, job]) => readJob(id, job));
  return { file: path, name, body, jobs, triggers: triggersOf(body['on']), lineAt: lineFinder(text) };
}

function readJob(id: string, body: unknown): Job {
  const path = ['jobs', id];
  const steps = listAt(body, 'steps').map((step, index) => ({
    path: [...path, 'steps', index],
    uses: textAt(step, 'uses'),
    run: textAt(step, 'run'),
    inputs: mappingAt(step, 'with'),
    body: step,
  }));
  return { id, path, body, steps };
}

function triggersOf(on: unknown): ReadonlyMap<string, unknown> {
  if (isMapping(on)) return new Map(Object.entries(on));
  const names = Array.isArray(on) ? on : [on];
  return new Map(names.filter((name) => typeof name === 'string').map((name) => [name, null]));
}

const modes = ['validate', 'diff', 'commit', 'offboard'] as const;
export type Mode = (typeof modes)[number];

/**
 * The mode in which a step runs leasehold. Undefined for other steps, and for a step of the Action without a valid
 * mode.
 */
export function leaseholdMode({ uses, run, inputs }: Step): Mode | undefined {
  const mode = modes.find((one) => one === inputs['mode']);
  const isAction = /(?:^|\/)leasehold(?:[/@]|$)/i.test(uses) || (/^\.\/|^\$\//.test(uses) && mode !== undefined);
  if (isAction) return mode;
  return /\bleasehold\s+(?:check|diff)\b/.test(run) ? 'validate' : undefined;
}

/** The steps of a job that run leasehold, with their modes. */
export function leaseholdSteps({ steps }: Job): readonly { readonly step: Step; readonly mode: Mode }[] {
  return steps.flatMap((step) => {
    const mode = leaseholdMode(step);
    return mode === undefined ? [] : [{ step, mode }];
  });
}

export function runsLeasehold({ jobs }: Workflow): boolean {
  return jobs.some((job) => leaseholdSteps(job).length > 0);
}

export const pullRequestEvents = ['pull_request', 'pull_request_target'];

/** The jobs that check a pull request with leasehold. A branch should require them. */
export function reviewJobs({ jobs, triggers }: Workflow): readonly Job[] {
  if (!pullRequestEvents.some((event) => triggers.has(event))) return [];
  return jobs.filter((job) => leaseholdSteps(job).some(({ mode }) => mode === 'validate' || mode === 'diff'));
}

/** True if a required status check can belong to a job. */
export function isCheckOf(job: Job, context: string): boolean {
  const name = textAt(job.body, 'name') || job.id;
  const pattern = name
    .split(/\$\{\{.*?\}\}/)
    .map(literal)
    .join('.*');
  const values = valueAt(job.body, 'strategy', 'matrix') === undefined ? '' : '(?: \\(.*\\))?';
  const compiled = compileRe2(`^(?:.* / )?${pattern}${values}$`);
  return 're2' in compiled && compiled.re2.test(context);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
