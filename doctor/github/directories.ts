import { posix } from 'node:path';
import type { SourceFile } from '../../core/source/source.ts';
import { authorityOf, placesOf } from '../../leasehold.ts';

/** The directories of a repository with a directory per tenant. */
export interface Directories {
  /** The files of the Platform's directory. */
  readonly trusted: readonly string[];
  /** Trusted files that do not exist yet: in the Platform's directory, and about each tenant. */
  readonly newTrusted: readonly string[];
  /** The Platform's directory. Several Platforms have one each. */
  readonly platforms: readonly string[];
  readonly tenants: readonly TenantDirectory[];
  /** Files that do not exist yet, in the directory of a tenant that does not exist yet. */
  readonly newTenants: readonly string[];
}

interface TenantDirectory {
  readonly tenant: string;
  readonly directory: string;
}

/** A file that does not exist yet, in a directory that must have an owner for all files. */
export const newFile = (directory: string) => posix.join(directory, 'new-file.yaml');

/** leasehold and Argo CD ignore the case of these extensions, but patterns of CODEOWNERS do not. */
const extensions = ['yaml', 'yml', 'json', 'YAML'];
/** A pattern can match files at certain depths only. */
const folders = ['', 'new-folder', 'new-folder/new-folder/new-folder'];

/** Files that do not exist yet, with each extension of input files, in a directory and in folders of it. */
export function newFiles(directory: string): readonly string[] {
  return folders.flatMap((folder) => newFilesDirectlyIn(posix.join(directory, folder)));
}

/** The same without new folders. */
export function newFilesDirectlyIn(directory: string): readonly string[] {
  return withExtensions(posix.join(directory, 'new-file'));
}

function withExtensions(file: string): readonly string[] {
  return extensions.map((extension) => `${file}.${extension}`);
}

/**
 * The directories of the Platforms and of the tenants. Each group contains the files that leasehold reads together. Undefined
 * without a directory per tenant: all authors then belong to the same trust domain.
 */
export function directoriesOf(groups: readonly (readonly SourceFile[])[]): Directories | undefined {
  const found = groups.flatMap((sources) => directoriesIn(sources) ?? []);
  if (found.length === 0) return undefined;
  const tenants = found.flatMap((one) => one.tenants.map((each) => [each.directory, each] as const));
  return {
    trusted: unique(found.flatMap((one) => one.trusted)),
    newTrusted: unique(found.flatMap((one) => one.newTrusted)),
    platforms: unique(found.flatMap((one) => one.platforms)),
    tenants: [...new Map(tenants).values()],
    newTenants: unique(found.flatMap((one) => one.newTenants)),
  };
}

function unique(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)];
}

function directoriesIn(sources: readonly SourceFile[]): Directories | undefined {
  const authority = authorityOf(sources);
  const newTenant = placesOf(sources, 'new-tenant')?.directory;
  if (newTenant === undefined) return undefined;
  const trusted: string[] = [];
  const tenants = new Map<string, string>();
  for (const { path } of sources) {
    const found = authority(path);
    if (found.sort === 'platform') trusted.push(path);
    if (found.sort === 'tenant') tenants.set(found.tenant, directoryOf(path, authority));
  }
  const platform = shortest(trusted.map((path) => posix.dirname(path)));
  const possible = [...newFiles(platform), ...[...tenants.keys()].flatMap((tenant) => filesAbout(platform, tenant))];
  return {
    trusted,
    newTrusted: possible.filter((path) => authority(path).sort === 'platform'),
    platforms: [platform],
    tenants: [...tenants].map(([tenant, directory]) => ({ tenant, directory })),
    newTenants: newFiles(newTenant),
  };
}

function shortest(directories: readonly string[]): string {
  return [...directories].sort((a, b) => a.length - b.length)[0] ?? '.';
}

/** Files about a tenant that do not exist yet. */
function filesAbout(platform: string, tenant: string): readonly string[] {
  const directory = posix.join(platform, 'tenants', tenant);
  return [...withExtensions(directory), ...newFiles(directory)];
}

/** The shortest directory above a file that belongs to a tenant. */
function directoryOf(path: string, authority: ReturnType<typeof authorityOf>): string {
  const steps = path.split('/').slice(0, -1);
  const above = steps.map((_, index) => steps.slice(0, index + 1).join('/'));
  return above.find((directory) => authority(`${directory}/file.yaml`).sort === 'tenant') ?? above.join('/');
}
