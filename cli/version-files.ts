import type { RevisionFiles } from '../io/git.ts';
import { lastTenantHint } from '../shell/no-tenants.ts';
import type { Ports } from './ports.ts';
import { startProgress } from './progress.ts';
import { readTenantFiles, type TenantFiles } from './tenants.ts';
import type { Version } from './version.ts';

/**
 * Reads the base of a comparison. A revision can be without files, because it may be older than the first tenant. A
 * directory must have files.
 */
export function readBase(version: Version, path: string, ports: Ports): TenantFiles {
  const base = readVersion(version, path, ports);
  const isNamed = version.kind === 'revision' && version.directory !== undefined;
  const isBefore = 'why' in base && base.why === 'no-files' && !isNamed;
  return isBefore ? { ok: true, files: [] } : base;
}

/** The files of a directory or of a Git revision. */
export function readVersion(version: Version, path: string, ports: Ports): TenantFiles | RevisionFiles {
  if (version.kind === 'directory') return readTenantFiles(version.name, ports, startProgress(ports));
  const { revision, directory = path } = version;
  const found = ports.readRevision(revision, directory || '.');
  if (found.ok) return found;
  if (found.isUnknown) return { ...found, message: unknownVersion(version.name, found.message, ports) };
  return found.why === 'no-files'
    ? { ...found, message: `${found.message}; ${directoryHint(revision)}; ${lastTenantHint(directory)}` }
    : found;
}

function unknownVersion(name: string, message: string, { files }: Ports): string {
  return files.kindOf(name) === 'nothing'
    ? `no directory ${name} exists, and ${message}`
    : `${message}; to compare the directory, pass ./${name} as a separate argument`;
}

export function directoryHint(revision: string): string {
  return `to compare another directory, use ${revision}:DIR`;
}
