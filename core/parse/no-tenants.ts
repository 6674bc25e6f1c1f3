import type { Fault } from '../problem/problem.ts';
import { isNoTenants, noTenantsFile } from '../source/no-tenants.ts';
import type { SourceFile } from '../source/source.ts';

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
