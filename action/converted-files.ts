import type { SourceFile } from '../leasehold.ts';
import { type ActionRun, type Failure, failure } from './action-run.ts';
import { readCommit } from './fetched-history.ts';

/**
 * Rejects files of the working tree with a different text than in the checked-out commit, because mode commit renders the commit.
 * Git reports no difference if its attributes or settings convert the file. Accepts files that the commit lacks, other line breaks,
 * and a tenants directory outside the repository of the workspace.
 */
export function rejectConverted(run: ActionRun, files: readonly SourceFile[]): Failure | undefined {
  const { history } = run.ports;
  const { path } = run.inputs;
  const head = history.head();
  if (head === undefined || history.rootOf(path) !== history.rootOf('.')) return undefined;
  // The report names the attributes, which are an error.
  if (files.some((file) => 'unreadable' in file && file.unreadable === 'attributes')) return undefined;
  const committed = readCommit(run, head, path);
  if (!committed.ok) return committed.why === 'no-files' ? undefined : failure(committed.message);
  const texts = new Map(committed.files.map((file) => [file.path, textOf(file)]));
  const converted = files.find(
    (file) => 'text' in file && texts.has(file.path) && texts.get(file.path) !== textOf(file),
  );
  return converted && failure(`${converted.path} ${differs}`);
}

const differs =
  'in the working tree differs from the checked-out commit, which mode commit renders: Git converted it, or a step before changed it; remove the filter or the step, or commit the change';

function textOf(file: SourceFile): string | undefined {
  return 'text' in file ? file.text.replaceAll('\r\n', '\n') : undefined;
}
