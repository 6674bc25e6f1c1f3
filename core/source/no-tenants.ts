/**
 * The name of a file that marks a directory as intentionally without tenants. Without this file, an empty directory is an error,
 * because a missing checkout must not remove every object.
 */
export const noTenantsFile = '.no-tenants';

export function isNoTenants(path: string): boolean {
  return path.slice(path.lastIndexOf('/') + 1) === noTenantsFile;
}
