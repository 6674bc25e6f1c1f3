import { relative } from 'node:path';
import { canHavePlatform } from '../io/platform-directory.ts';
import type { Rendering } from '../leasehold.ts';
import { defaultDirectory } from '../shell/default-directory.ts';
import { directoryOfPlatform } from '../shell/trust-note.ts';
import { failure, type Result, success } from './plugin-error.ts';
import type { Environment } from './ports.ts';

/**
 * Set in the plugin's container by the platform team. A repository cannot set it, because Argo CD adds a prefix to the
 * variables of an Application.
 */
const setting = 'LEASEHOLD_PLATFORM';

interface Source {
  readonly cwd: string;
  readonly root: string;
  readonly env: Environment;
}

/**
 * Fails if the plugin would trust the authors of a source that a tenant can write to. If directories are required, one of them
 * must contain the Platform. Otherwise, a source at or below `tenants/<name>` needs a Platform outside that directory.
 */
export function checkSource(resources: Rendering['resources'], { cwd, root, env }: Source): Result<undefined> {
  const required = requiredDirectories(env);
  if (!required.ok) return required;
  const deciding = directoryOfPlatform(resources);
  if (required.value) {
    const choices = required.value.map(shown).join(' or ');
    return deciding !== undefined && required.value.includes(deciding)
      ? success(undefined)
      : failure(
          `${setting} requires a Platform with spec.directoryPerTenant in ${choices}, because the plugin otherwise trusts all authors; add the Platform, and let the Application read it`,
        );
  }
  const tenant = tenantDirectory(relative(root, cwd));
  if (tenant === undefined || (deciding !== undefined && !`${deciding}/`.startsWith(`${tenant}/`)))
    return success(undefined);
  return failure(
    `no Platform outside ${tenant} sets spec.directoryPerTenant, so the plugin would trust the authors of ${tenant}; add a Platform with spec.directoryPerTenant next to or above ${tenant}, or set spec.source.path to the directory above ${defaultDirectory}`,
  );
}

/** Directories of the repository, or undefined if any is allowed. An empty value is an error, because it would allow any. */
function requiredDirectories(env: Environment): Result<readonly string[] | undefined> {
  const text = env[setting];
  if (text === undefined) return success(undefined);
  const directories = text.split(',').map((path) => path.trim().replace(/^(?:\.\/)+|\/+$/g, ''));
  const wrong = directories.find((path) => path !== '.' && !canHavePlatform(path.split('/').at(-1) ?? ''));
  if (wrong === undefined) return success(directories.map((path) => (path === '.' ? '' : path)));
  return failure(
    `${setting} of the plugin contains "${wrong}", which cannot be the directory of a Platform; use directories that are named platform or start with _, or . for the root of the repository`,
  );
}

function shown(directory: string): string {
  return directory === '' ? 'the repository root' : directory;
}

/** `tenants/acme` in `tenants/acme/apps`. Undefined if the path has no directory that can belong to a tenant. */
function tenantDirectory(path: string): string | undefined {
  const steps = path.split(/[/\\]/);
  const index = steps.findIndex((step, at) => steps[at - 1] === defaultDirectory && !canHavePlatform(step));
  return index < 0 ? undefined : steps.slice(0, index + 1).join('/');
}
