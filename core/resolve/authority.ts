import type { Bodies } from '../../build/contracts.ts';
import { compare } from '../../data/order.ts';
import { type Authority, subjectOf, tenantOf } from '../kind/authority.ts';
import { platformTenant } from '../kind/tenant.ts';
import type { Origin } from '../source/source.ts';
import type { KindDocument } from '../validate/validate.ts';
import type { Documents } from './identify.ts';

/** The Platform with the effective settings, and the authority of every file. */
export interface Layout {
  readonly platform: Bodies['platform'] | undefined;
  /**
   * Where the Platform is defined, if a tenant's directory could have the same name as the Platform's directory and therefore
   * contain another Platform. Undefined otherwise, or if there are no tenant directories.
   */
  readonly misplaced: Origin | undefined;
  /** The directory of the Platform, with a trailing slash; empty for the root. Undefined without spec.directoryPerTenant. */
  readonly directory: string | undefined;
  /**
   * The directory that contains the directories of tenants, with a trailing slash; empty for the root. Undefined without
   * spec.directoryPerTenant.
   */
  readonly tenants: string | undefined;
  authorityOf(file: string): Authority;
}

/**
 * Finds the Platform and, with spec.directoryPerTenant, what each directory may contain. If there are several Platforms, those in
 * a directory whose name no tenant can have (such as `platform`, `_...`, or the top directory) take precedence and, among these,
 * the one nearest to the top: authors of a tenant's directory can create such a directory only inside their own. If the Platform
 * with precedence is invalid, none has an effect.
 */
export function layoutOf({ valid, invalid }: Documents): Layout {
  const platforms = [...valid, ...invalid].filter(({ kind }) => kind === 'platform');
  const [first] = [...platforms].sort((a, b) => rank(a) - rank(b) || compare(placeOf(a), placeOf(b)));
  if (!first || invalid.includes(first)) return openLayout;
  const platform = first.body as Bodies['platform'];
  const { directoryPerTenant = false, tenantsDirectory = '.' } = platform.spec;
  if (!directoryPerTenant) return { ...openLayout, platform };
  const own = directoryOf(first.origin.file);
  const parent = directoryOf(own.slice(0, -1));
  const tenants = tenantsDirectory === '.' ? parent : `${parent}${tenantsDirectory}/`;
  const authorityOf = (file: string) => authorityIn(file, own, tenants);
  const inner = tenantsDirectory === '.' ? own : `${own}${tenantsDirectory}/`;
  const hasTenants = [...valid, ...invalid].some(
    ({ origin: { file } }) => authorityOf(file).sort === 'tenant' || isBelow(file, inner),
  );
  const base = baseOf(own);
  const misplaced = hasTenants && (base === '..' || !isReservedName(base)) ? first.origin : undefined;
  return { platform, misplaced, directory: own, tenants, authorityOf };
}

/**
 * Returns a function that finds the tenant whose directory contains a file. The tenant is undefined for any other file, and if
 * the authors of tenant directories are trusted.
 */
export function untrustedAuthor(layout: Layout): (file: string) => string | undefined {
  const { directoryPerTenant = false, trustTenantDirectories = false } = layout.platform?.spec ?? {};
  const delegates = directoryPerTenant && !trustTenantDirectories;
  return (file) => (delegates ? tenantAt(layout, file) : undefined);
}

/** The tenant whose directory contains a path, or is the path itself, such as a link in place of the directory. */
export function tenantAt({ authorityOf }: Layout, path: string): string | undefined {
  const isFile = /\.(?:ya?ml|json)/i.test(path.slice(path.lastIndexOf('/') + 1));
  return tenantOf(authorityOf(path)) ?? (isFile ? undefined : tenantOf(authorityOf(`${path}/`)));
}

const openLayout: Layout = {
  platform: undefined,
  misplaced: undefined,
  directory: undefined,
  tenants: undefined,
  authorityOf: () => ({ sort: 'open' }),
};

/** Whether the file is in a subdirectory of the directory, like the files of tenants. */
function isBelow(file: string, directory: string): boolean {
  return file.startsWith(directory) && file.slice(directory.length).includes('/');
}

function rank({ origin }: KindDocument): number {
  return platformRank(origin.file);
}

/** The precedence of the Platform in a file. The smallest rank comes first. */
export function platformRank(file: string): number {
  const directory = directoryOf(file);
  const depth = directory.split('/').length;
  return isReservedName(baseOf(directory)) ? depth : depth + 1000;
}

function placeOf({ origin }: KindDocument): string {
  return `${origin.file}#${origin.document}#${origin.base.join('.')}`;
}

function authorityIn(file: string, platform: string, tenants: string): Authority {
  if (platform !== '' && file.startsWith(platform))
    return { sort: 'platform', about: subjectOf(file.slice(platform.length)) };
  const end = file.startsWith(tenants) ? file.indexOf('/', tenants.length) : -1;
  if (end >= 0) {
    const name = file.slice(tenants.length, end);
    return isReservedName(name) ? { sort: 'nowhere' } : { sort: 'tenant', tenant: name };
  }
  const isTop = platform === '' && !file.includes('/');
  return isTop ? { sort: 'platform', about: undefined } : { sort: 'nowhere' };
}

/** Whether no tenant can have the name. */
function isReservedName(name: string): boolean {
  return name === '' || name === platformTenant || !/^[a-z0-9]/.test(name);
}

/** Returns the directory of a file with a trailing slash. Empty for a file at the root of the repository. */
function directoryOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

function baseOf(directory: string): string {
  return directory.slice(0, -1).split('/').at(-1) ?? '';
}
