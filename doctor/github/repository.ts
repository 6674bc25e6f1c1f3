import { posix } from 'node:path';
import { approvalsFolder } from '../../analysis/guard/guard.ts';
import type { SourceFile } from '../../core/source/source.ts';
import { authorityOf, type Export, readExport } from '../../leasehold.ts';
import { type CodeOwners, parseCodeOwners } from './codeowners.ts';
import { leaseholdSteps, readWorkflow, type Workflow } from './workflow.ts';

/** The locations of CODEOWNERS. GitHub reads the first file that exists. */
export const codeOwnersPlaces = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'] as const;
export const workflowDirectory = '.github/workflows';

/** The files of a checkout. Paths are relative to its root. */
export interface Checkout {
  readonly codeOwners: readonly { readonly path: string; readonly text: string }[];
  readonly workflows: readonly SourceFile[];
  /** The input files of leasehold. */
  readonly sources: readonly SourceFile[];
}

/** The repository according to its checkout. */
export interface Repository {
  readonly codeOwners: { readonly file: string; readonly rules: CodeOwners; readonly size: number } | undefined;
  /** Other CODEOWNERS files, which GitHub ignores. */
  readonly ignored: readonly string[];
  readonly workflows: readonly Workflow[];
  /** Files of the workflow directory that cannot be read as workflows. */
  readonly unreadable: Export['unread'];
  readonly sources: readonly string[];
  readonly directories: Directories | undefined;
}

/** The directories of a repository with a directory per tenant. */
export interface Directories {
  /** The files of the Platform's directory. `about` is the tenant that a file is about, if any. */
  readonly trusted: readonly { readonly file: string; readonly about: string | undefined }[];
  /** Trusted files that do not exist yet: in the Platform's directory, and about each tenant. */
  readonly newTrusted: readonly string[];
  /** The directory of each tenant. */
  readonly tenants: ReadonlyMap<string, string>;
}

/** A file that does not exist yet, in a directory that must have an owner for all files. */
export const newFile = (directory: string) => (directory === '' ? 'new-file.yaml' : `${directory}/new-file.yaml`);

export function readRepository({ codeOwners, workflows, sources }: Checkout): Repository {
  const [first, ...ignored] = codeOwners;
  const read = workflows.map((file) => ('text' in file ? readWorkflow(file) : undefined));
  return {
    codeOwners: first && { file: first.path, rules: parseCodeOwners(first.text), size: Buffer.byteLength(first.text) },
    ignored: ignored.map(({ path }) => path),
    workflows: read.filter((one) => one !== undefined),
    unreadable: workflows.flatMap((file, index) => (read[index] ? [] : [unreadWorkflow(file)])),
    sources: sources.map(({ path }) => path),
    directories: directoriesOf(sources),
  };
}

function unreadWorkflow(file: SourceFile): Export['unread'][number] {
  return readExport([file]).unread[0] ?? { file: file.path, why: 'it is not a YAML mapping' };
}

/**
 * The directories of the Platform and of the tenants. Undefined without a directory per tenant: all authors then belong
 * to the same trust domain.
 */
function directoriesOf(sources: readonly SourceFile[]): Directories | undefined {
  const authority = authorityOf(sources);
  const trusted: { file: string; about: string | undefined }[] = [];
  const tenants = new Map<string, string>();
  for (const { path } of sources) {
    const found = authority(path);
    if (found.sort === 'open') return undefined;
    if (found.sort === 'platform') trusted.push({ file: path, about: found.about });
    if (found.sort === 'tenant') tenants.set(found.tenant, directoryOf(path, authority));
  }
  const directory = platformDirectory(trusted);
  const possible = [...tenants.keys()].flatMap((tenant) => [
    `tenants/${tenant}.yaml`,
    `tenants/${tenant}/new-file.yaml`,
  ]);
  const files = ['new-file.yaml', 'new-file.yml', 'new-file.json', ...possible].map((path) =>
    posix.join(directory, path),
  );
  return { trusted, tenants, newTrusted: files.filter((path) => authority(path).sort === 'platform') };
}

/** The directory of the Platform: the shortest directory of its files. */
function platformDirectory(trusted: Directories['trusted']): string {
  const own = trusted.filter(({ about }) => about === undefined).map(({ file }) => posix.dirname(file));
  return own.sort((a, b) => a.length - b.length)[0] ?? '.';
}

/** The shortest directory above a file that belongs to a tenant. */
function directoryOf(path: string, authority: ReturnType<typeof authorityOf>): string {
  const steps = path.split('/').slice(0, -1);
  const above = steps.map((_, index) => steps.slice(0, index + 1).join('/'));
  return above.find((directory) => authority(`${directory}/file.yaml`).sort === 'tenant') ?? above.join('/');
}

/** The directories that workflows pass to leasehold. The default of the Action is `tenants`. */
export function inputDirectories(workflows: readonly Workflow[]): readonly string[] {
  const steps = workflows.flatMap(({ jobs }) => jobs.flatMap(leaseholdSteps));
  const paths = steps.map(({ step }) => posix.normalize(String(step.inputs['path'] ?? 'tenants')).replace(/\/$/, ''));
  return [...new Set(paths)];
}

export interface RenderTarget {
  readonly workflow: Workflow;
  readonly branch: string;
}

/** The branches that workflows commit manifests to, except the branch of the run. */
export function renderTargets(workflows: readonly Workflow[]): readonly RenderTarget[] {
  return workflows.flatMap((workflow) =>
    workflow.jobs.flatMap(leaseholdSteps).flatMap(({ step, mode }) => {
      if (mode !== 'commit' || step.inputs['deliver'] === 'folder') return [];
      return [{ workflow, branch: String(step.inputs['target-branch'] || 'rendered') }];
    }),
  );
}

/** The directories of approvals, each next to a tenants directory. */
export function approvalFolders(workflows: readonly Workflow[]): readonly string[] {
  const paths = ['tenants', ...inputDirectories(workflows)];
  return [...new Set(paths.map((path) => posix.join(posix.dirname(path), approvalsFolder)))];
}

/** The folders of the source branch to which workflows commit manifests. A pull request can change them too. */
export function renderedFolders(workflows: readonly Workflow[], sourceBranch: string): readonly string[] {
  const steps = workflows.flatMap(({ jobs }) => jobs.flatMap(leaseholdSteps));
  const folders = steps.flatMap(({ step: { inputs }, mode }) => {
    const isOfSource = inputs['deliver'] === 'folder' || inputs['target-branch'] === sourceBranch;
    const folder = String(inputs['target-folder'] || 'rendered');
    return mode === 'commit' && isOfSource && !folder.includes('${{') ? [posix.join(folder, '.')] : [];
  });
  return [...new Set(folders)];
}
