import { join, relative, sep } from 'node:path';
import {
  type Checkout,
  codeOwnersPlaces,
  inputDirectories,
  type Repository,
  readRepository,
  workflowDirectory,
} from '../doctor/github/repository.ts';
import type { SourceFile } from '../leasehold.ts';
import type { Ports } from './ports.ts';

/**
 * Reads CODEOWNERS, the workflows of a checkout, and the input files that the workflows refer to, by default those in
 * `tenants`.
 */
export function readCheckout(root: string, { files }: Ports): Repository {
  const codeOwners = codeOwnersPlaces.flatMap((path) => {
    const text = files.readText(join(root, path));
    return text === undefined ? [] : [{ path, text }];
  });
  const workflows = readBelow(root, workflowDirectory, files);
  const first: Checkout = { codeOwners, workflows, sources: [] };
  const inputs = inputDirectories(readRepository(first).workflows).filter((path) => !path.startsWith('..'));
  const directories = inputs.length === 0 ? ['tenants'] : inputs;
  return readRepository({ ...first, sources: directories.map((path) => readBelow(root, path, files)) });
}

/** The files below a directory of the checkout, with paths relative to its root. */
function readBelow(root: string, path: string, files: Ports['files']): readonly SourceFile[] {
  const directory = join(root, path);
  if (files.kindOf(directory) !== 'directory') return [];
  return files
    .readTree(directory, () => {})
    .map((file) => ({ ...file, path: relative(root, file.path).split(sep).join('/') }));
}
