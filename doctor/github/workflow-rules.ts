import { formatPath } from '../../core/problem/problem.ts';
import { largest } from '../../data/largest.ts';
import { listed } from '../../data/listed.ts';
import { isMapping, type Path, type Tree, valueAt } from '../../data/tree.ts';
import { error, type Finding, type FindingDetails, warning } from '../finding.ts';
import { type Job, leaseholdSteps, type Mode, runsLeasehold, type Step, type Workflow } from './workflow.ts';

/** Settings from the API that affect workflows. Undefined if unknown. */
export interface WorkflowSettings {
  readonly defaultPermissions: string | undefined;
}

/** Rules for all workflows, and for the permissions of workflows that run leasehold. */
export function workflowRules(workflow: Workflow, settings: WorkflowSettings): readonly Finding[] {
  const own = workflow.jobs.filter((job) => leaseholdSteps(job).length > 0);
  return [
    ...workflow.jobs.flatMap(({ steps }) => steps.flatMap((step) => unsafeCheckout(workflow, step))),
    ...(runsLeasehold(workflow) ? own.flatMap((job) => permissionRules(workflow, job, settings)) : []),
  ];
}

type Details = Omit<FindingDetails, 'path' | 'line'>;

export function at(workflow: Workflow, path: Path, details: Details): FindingDetails {
  return { ...details, path: formatPath(path), line: workflow.lineAt(path) };
}

/** Events that run with the secrets and the token of the base repository [sources: github-2]. */
const trustedEvents = ['pull_request_target', 'workflow_run', 'issue_comment'];
const headOfPullRequest =
  /github\.event\.pull_request\.(?:head\.|merge_commit_sha)|github\.head_ref|\bpull\/(?:\$\{\{[^}]*\}\}|[^\s/]+)\/(?:head|merge)\b|refs\/pull\/|github\.event\.workflow_run\.(?:head_|pull_requests)|\bgh\s+pr\s+checkout\b/;

/** Reports a step that checks out a pull request in a workflow that a trusted event starts. */
function unsafeCheckout(workflow: Workflow, step: Step): readonly Finding[] {
  const event = trustedEvents.find((one) => workflow.triggers.has(one));
  if (event === undefined) return [];
  const isAllowed = String(step.inputs['allow-unsafe-pr-checkout'] ?? '') === 'true';
  const isCheckout = /^actions\/checkout(?:@|$)/.test(step.uses);
  const source = isCheckout ? `${String(step.inputs['ref'] ?? '')} ${String(step.inputs['repository'] ?? '')}` : '';
  const isGit = /\bgit\s+(?:fetch|checkout|pull|clone)\b/.test(step.run) || /\bgh\s+pr\s+checkout\b/.test(step.run);
  const reads = headOfPullRequest.test(source) || (isGit && headOfPullRequest.test(JSON.stringify(step.body)));
  if (!reads && !(isCheckout && isAllowed)) return [];
  const message = `${event} starts the workflow with the token and the secrets of this repository, and this step checks out the files of a pull request, which can come from a fork`;
  const fix = 'use the event pull_request, whose token is read-only for forks';
  return [error(workflow, at(workflow, step.path, { message, fix }))];
}

type Level = 'none' | 'read' | 'write';
const levels: readonly Level[] = ['none', 'read', 'write'];

/** The maximum permissions that each mode of the Action needs. All others are `none`. */
const needed: Readonly<Record<Mode, Readonly<Record<string, Level>>>> = {
  validate: { contents: 'read' },
  diff: { contents: 'read', 'pull-requests': 'write' },
  commit: { contents: 'write', 'pull-requests': 'write' },
  offboard: { contents: 'write', 'pull-requests': 'write' },
};

function permissionRules(workflow: Workflow, job: Job, settings: WorkflowSettings): readonly Finding[] {
  const isOwn = valueAt(job.body, 'permissions') !== undefined;
  const path = [...(isOwn ? job.path : []), 'permissions'];
  const permissions = isOwn ? valueAt(job.body, 'permissions') : valueAt(workflow.body, 'permissions');
  if (permissions === undefined) return [unstated(workflow, job, settings)];
  if (typeof permissions === 'string') return everything(workflow, path, permissions);
  return isMapping(permissions) ? excess(workflow, job, { path, permissions }) : [];
}

function unstated(workflow: Workflow, job: Job, { defaultPermissions }: WorkflowSettings): Finding {
  const isWrite = defaultPermissions === 'write';
  const what = isWrite ? 'it can write to everything' : 'a setting outside Git decides what it can write to';
  const fix = 'add the permissions that docs/github-action.md lists for the mode';
  const message = `the workflow sets no permissions for the token of the job, so ${what}`;
  return (isWrite ? error : warning)(workflow, at(workflow, job.path, { message, fix }));
}

function everything(workflow: Workflow, path: Path, permissions: string): readonly Finding[] {
  if (permissions !== 'write-all' && permissions !== 'read-all') return [];
  const message = `with ${permissions}, the token of the job can do more than leasehold needs`;
  const fix = 'list only the permissions that docs/github-action.md lists for the mode';
  return [(permissions === 'write-all' ? error : warning)(workflow, at(workflow, path, { message, fix }))];
}

interface Stated {
  readonly path: Path;
  readonly permissions: Tree;
}

/** Reports permissions that neither the modes of the job nor an upload to code scanning need. */
function excess(workflow: Workflow, job: Job, { path, permissions }: Stated): readonly Finding[] {
  const modes = leaseholdSteps(job).map(({ mode }) => mode);
  const uploads = job.steps.some(({ uses }) => uses.includes('/upload-sarif'));
  const allowed = (scope: string) =>
    largest(
      modes.map((mode) => levels.indexOf(needed[mode][scope] ?? 'none')),
      scope === 'security-events' && uploads ? 2 : 0,
    );
  const given = Object.entries(permissions).map(([scope, level]) => [scope, levels.indexOf(level as Level)] as const);
  return given
    .filter(([scope, level]) => level > allowed(scope))
    .map(([scope, level]) => {
      const message = `the token of the job has ${scope}: ${levels[level]}, which leasehold does not need for ${listed([...new Set(modes)])}`;
      const report = scope === 'contents' && level === 2 ? error : warning;
      return report(
        workflow,
        at(workflow, [...path, scope], { message, fix: `set ${scope}: ${levels[allowed(scope)]}` }),
      );
    });
}

const ownSecret = /\bsecrets(?:\.(?!GITHUB_TOKEN\b)|\[)/;

/**
 * Reports a secret with which a job commits manifests, in a repository with a directory per tenant. Everyone with write access
 * can read a secret that does not belong to an environment, with a workflow in a branch [sources: github-5].
 */
export function secretRules(workflow: Workflow): readonly Finding[] {
  const commits = workflow.jobs.filter((job) => leaseholdSteps(job).some(({ mode }) => mode === 'commit'));
  return commits
    .filter(({ body }) => valueAt(body, 'environment') === undefined)
    .filter(({ body }) => ownSecret.test(JSON.stringify([body, valueAt(workflow.body, 'env')])))
    .map(({ path }) => {
      const message = 'everyone with write access can read the secret of this job with a workflow in another branch';
      const fix = 'move the secret to an environment that only the source branch can use, and set environment';
      return warning(workflow, at(workflow, path, { message, fix }));
    });
}
