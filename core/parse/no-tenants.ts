import type { UnlocatedProblem } from '../problem/problem.ts';
import { isNoTenants, noTenantsFile } from '../source/no-tenants.ts';
import type { SourceFile } from '../source/source.ts';

/** Reports every .no-tenants file with content: leasehold does not read it, but it could contain resources. */
export function nonEmptyNoTenants(files: readonly SourceFile[]): readonly UnlocatedProblem[] {
  return files
    .filter((file) => isNoTenants(file.path) && 'text' in file && file.text.trim() !== '')
    .map(({ path }) => ({
      code: 'bad-format',
      origin: { file: path, document: 0, base: [] },
      place: { line: 1, column: 1 },
      message: `${path} has content, which leasehold does not read`,
      fix: 'move resources to a file whose name ends with .yaml and delete this file, or delete only its content',
    }));
}

/**
 * Reports a .no-tenants file if its directory contains other files. If it stayed, deleting the last tenant later would need no
 * explicit confirmation.
 */
export function staleNoTenants(files: readonly SourceFile[]): readonly UnlocatedProblem[] {
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
      message: `${path} marks its directory as one without tenants, but the directory contains other files`,
      fix: `delete ${noTenantsFile}`,
    }));
}
