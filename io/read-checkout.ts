import type { SourceFile } from '../leasehold.ts';
import { omittedFiles } from './omitted-files.ts';
import { readTenant, readTenants } from './read-tenants.ts';

/**
 * Like `readTenants`, but also reads the files that a sparse checkout omits. The plugin does not use this function, because it
 * cannot run git.
 */
export function readCheckout(root: string, onFile?: (done: number, of: number) => void): readonly SourceFile[] {
  return readTenants(root, onFile, undefined, omittedFiles);
}

/** Like `readTenant`, except that it returns undefined in a sparse checkout. */
export function readTenantOfCheckout(root: string, tenant: string): readonly SourceFile[] | undefined {
  return readTenant(root, tenant, omittedFiles);
}
