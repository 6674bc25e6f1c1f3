import { posix } from 'node:path';
import { textAt } from '../../data/tree.ts';
import { defaultDirectory } from '../../shell/default-directory.ts';
import { type Finding, warning } from '../finding.ts';
import { type ApplicationObject, pluginSources } from './application.ts';
import type { ConfigObject } from './config-object.ts';
import { environment, isSetElsewhere } from './containers.ts';

const setting = 'LEASEHOLD_PLATFORM';

interface Repository {
  readonly applications: readonly ApplicationObject[];
  /** The directories of Platforms with directoryPerTenant. */
  readonly platforms: readonly string[];
}

/**
 * Reports a sidecar that does not require the Platform, if an Application reads a directory that can belong to a tenant and
 * contains no Platform. Reports nothing if the input contains no Platform with directoryPerTenant.
 */
export function requiredPlatformRules(
  server: ConfigObject,
  sidecar: unknown,
  { applications, platforms }: Repository,
): readonly Finding[] {
  if (platforms.length === 0 || environment(sidecar, setting) !== '' || isSetElsewhere(sidecar, setting)) return [];
  const paths = applications.flatMap((one) => pluginSources(one).map(({ source }) => textAt(source, 'path')));
  const tenant = paths.find((path) => canBelongToTenant(path, platforms));
  if (tenant === undefined) return [];
  return [
    warning(server, {
      path: `spec.template.spec.containers: ${textAt(sidecar, 'name')}`,
      message: `an Application reads ${tenant}; without ${setting}, the plugin trusts the authors of this directory if it finds no Platform`,
      fix: `set ${setting} of this container to the directory of the Platform in the repository, such as ${platforms[0]}`,
    }),
  ];
}

/**
 * The plugin itself requires a Platform for directories below `tenants/`. Paths of Platforms can start above the
 * repository.
 */
function canBelongToTenant(path: string, platforms: readonly string[]): boolean {
  const place = posix.join('/', path, '/');
  if (place === '/' || place.includes(`/${defaultDirectory}/`)) return false;
  return !platforms.some((platform) => posix.join('/', platform, '/').includes(place));
}
