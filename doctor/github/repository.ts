import { posix } from 'node:path';
import { approvalsFolder } from '../../analysis/guard/guard.ts';
import type { SourceFile } from '../../core/source/source.ts';
import { type Export, readExport } from '../../leasehold.ts';
import { type CodeOwners, parseCodeOwners } from './codeowners.ts';
import { type Directories, directoriesOf } from './directories.ts';
import { isExpression } from './matrix.ts';
import { directoryOf, leaseholdSteps, readWorkflow, type Workflow } from './workflow.ts';

/** The locations of CODEOWNERS. GitHub reads the first file that exists. */
export const codeOwnersPlaces = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'] as const;
export const workflowDirectory = '.github/workflows';

/** The files of a checkout. Paths are relative to its root. */
export interface Checkout {
  readonly codeOwners: readonly { readonly path: string; readonly text: string }[];
  readonly workflows: readonly SourceFile[];
  /** The input files of leasehold. Each group contains the files that a step reads together. */
  readonly sources: readonly (readonly SourceFile[])[];
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

export function readRepository({ codeOwners, workflows, sources }: Checkout): Repository {
  const [first, ...ignored] = codeOwners;
  const read = workflows.map((file) => ('text' in file ? readWorkflow(file) : undefined));
  return {
    codeOwners: first && { file: first.path, rules: parseCodeOwners(first.text), size: Buffer.byteLength(first.text) },
    ignored: ignored.map(({ path }) => path),
    workflows: read.filter((one) => one !== undefined),
    unreadable: workflows.flatMap((file, index) => (read[index] ? [] : [unreadWorkflow(file)])),
    sources: [...new Set(sources.flat().map(({ path }) => path))],
    directories: directoriesOf(sources),
  };
}

function unreadWorkflow(file: SourceFile): Export['unread'][number] {
  return readExport([file]).unread[0] ?? { file: file.path, why: 'it is not a YAML mapping' };
}

/** The directories that workflows pass to leasehold. Omits those that only a workflow run determines. */
export function inputDirectories(workflows: readonly Workflow[]): readonly string[] {
  const steps = workflows.flatMap(({ jobs }) => jobs.flatMap(leaseholdSteps));
  const paths = steps.map(({ step }) => directoryOf(step));
  return [...new Set(paths)].filter((path) => !isExpression(path));
}

/** The directories of approvals, each next to a tenants directory. */
export function approvalFolders(workflows: readonly Workflow[]): readonly string[] {
  const paths = ['tenants', ...inputDirectories(workflows)];
  return [...new Set(paths.map((path) => posix.join(posix.dirname(path), approvalsFolder)))];
}

/** The folders of source branches to which workflows commit manifests. A pull request can change them too. */
export function renderedFolders(workflows: readonly Workflow[], sourceBranches: readonly string[]): readonly string[] {
  const steps = workflows.flatMap(({ jobs }) => jobs.flatMap(leaseholdSteps));
  const folders = steps.flatMap(({ step: { inputs }, mode }) => {
    const isOfSource = inputs['deliver'] === 'folder' || sourceBranches.includes(String(inputs['target-branch']));
    const folder = String(inputs['target-folder'] || 'rendered');
    return mode === 'commit' && isOfSource && !folder.includes('${{') ? [posix.join(folder, '.')] : [];
  });
  return [...new Set(folders)];
}
