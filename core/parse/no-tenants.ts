import type { Fault } from '../problem/problem.ts';
import { isNoTenants, noTenantsFile } from '../source/no-tenants.ts';
import type { SourceFile } from '../source/source.ts';

/** Its content would be ignored, although it could be resources in a file with the wrong name. */
export function filledNoTenants(files: readonly SourceFile[]): readonly Fault[] {
  return files
    .filter((file) => isNoTenants(file.path) && 'text' in file && file.text.trim() !== '')
    .map(({ path }) => ({
      code: 'bad-format',
      origin: { file: path, document: 0, base: [] },
      place: { line: 1, column: 1 },
      message: `${path} has content, which is not read`,
      fix: 'move resources to a file whose name ends with .yaml, and keep this file empty',
    }));
}

/** Left beside new tenants, the file would allow the removal of the last one without a new decision. */
export function leftNoTenants(files: readonly SourceFile[]): readonly Fault[] {
  return files
    .filter(({ path }) => isNoTenants(path))
    .filter(({ path }) => {
      const directory = path.slice(0, -noTenantsFile.length);
      return files.some((other) => !isNoTenants(other.path) && other.path.startsWith(directory));
    })
    .map(({ path }) => ({
      code: 'ignored-file',
      origin: { file: path, document: 0, base: [] },
      place: { line: 1, column: 1 },
      message: `${path} states that there are no tenants, but its directory has files`,
      fix: 'delete it',
    }));
}
