import { posix } from 'node:path';
import type { ReadableFile } from '../../core/source/source.ts';
import { isMapping, listAt, mappingAt, type Path, type Tree, textAt } from '../../data/tree.ts';
import { compileRe2 } from '../../kubernetes/re2.ts';
import { readFull } from '../../yaml/full.ts';
import { type LineFinder, lineFinder } from '../lines.ts';
import { evaluate, isExpression, type Leg, legsOf } from './matrix.ts';

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
  /** The runs of the job. A job without a matrix has one. */
  readonly legs: readonly Leg[];
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
  return { id, path, body, steps, legs: legsOf(body) };
}

function triggersOf(on: unknown): ReadonlyMap<string, unknown> {
  if (isMapping(on)) return new Map(Object.entries(on));
  const names = Array.isArray(on) ? on : [on];
  return new Map(names.filter((name) => typeof name === 'string').map((name) => [name, null]));
}

const modes = ['validate', 'diff', 'commit', 'offboard'] as const;
export type Mode = (typeof modes)[number];

/** The Action in a repository of its own, or one of this repository. */
export function isAction({ uses }: Step): boolean {
  return /(?:^|\/)leasehold(?:[/@]|$)/i.test(uses);
}

/**
 * The mode in which a step runs leasehold. Undefined for other steps, and for a step of the Action without a valid
 * mode.
 */
function leaseholdMode(step: Step): Mode | undefined {
  const mode = modes.find((one) => one === step.inputs['mode']);
  const isLocal = /^\.\/|^\$\//.test(step.uses) && mode !== undefined;
  if (isAction(step) || isLocal) return mode;
  return /\bleasehold\s+(?:check|diff)\b/.test(step.run) ? 'validate' : undefined;
}

/** A step that runs leasehold, in one run of its job. */
export interface LeaseholdStep {
  /** The inputs contain the values of the matrix. */
  readonly step: Step;
  readonly mode: Mode;
  readonly leg: Leg;
}

/** The steps of a job that run leasehold, for each of its runs. */
export function leaseholdSteps({ steps, legs }: Job): readonly LeaseholdStep[] {
  return legs.flatMap((leg) =>
    steps.flatMap((one) => {
      const inputs = Object.entries(one.inputs).map(([name, value]) => [name, evaluate(value, leg)] as const);
      const step = { ...one, inputs: Object.fromEntries(inputs) };
      const mode = leaseholdMode(step);
      return mode === undefined ? [] : [{ step, mode, leg }];
    }),
  );
}

/** The directory that a step passes to leasehold. The default of the Action is `tenants`. */
export function directoryOf({ inputs }: Step): string {
  return posix.normalize(String(inputs['path'] ?? 'tenants')).replace(/\/$/, '');
}

export function runsLeasehold({ jobs }: Workflow): boolean {
  return jobs.some((job) => leaseholdSteps(job).length > 0);
}

export const pullRequestEvents = ['pull_request', 'pull_request_target'];

/** The steps of a job that check a pull request. */
export function reviewSteps(job: Job): readonly LeaseholdStep[] {
  return leaseholdSteps(job).filter(({ mode }) => mode === 'validate' || mode === 'diff');
}

/** The jobs that check a pull request with leasehold. A branch should require them. */
export function reviewJobs({ jobs, triggers }: Workflow): readonly Job[] {
  if (!pullRequestEvents.some((event) => triggers.has(event))) return [];
  return jobs.filter((job) => reviewSteps(job).length > 0);
}

/** True if a required status check can belong to a run of a job [sources: github-7]. */
export function isCheckOf(job: Job, leg: Leg, context: string): boolean {
  const stated = textAt(job.body, 'name') || job.id;
  const pattern = String(evaluate(stated, leg))
    .split(/\$\{\{.*?\}\}/)
    .map(literal)
    .join('.*');
  const compiled = compileRe2(`^(?:.* / )?${pattern}${suffixPattern(leg, isExpression(stated))}$`);
  return 're2' in compiled && compiled.re2.test(context);
}

/** GitHub adds the values of the matrix to a name. */
function suffixPattern({ suffix }: Leg, isOptional: boolean): string {
  if (suffix?.length === 0) return '';
  const text = suffix ? literal(` (${suffix.join(', ')})`) : ' \\(.*\\)';
  return isOptional || !suffix ? `(?:${text})?` : text;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
