import type { RevisionFiles } from '../io/git.ts';
import { lastTenantHint } from '../shell/no-tenants.ts';
import type { Ports } from './ports.ts';
import { startProgress } from './progress.ts';
import { readTenantFiles, type TenantFiles } from './tenants.ts';

/**
 * Reads the base of a comparison. A revision can be without files, because it may be older than the first tenant. A
 * directory must have files.
 */
export function readBase(version: string, path: string, ports: Ports): TenantFiles {
  const base = readVersion(version, path, ports);
  const isBefore = 'why' in base && base.why === 'no-files' && !version.includes(':');
  return isBefore ? { ok: true, files: [] } : base;
}

/** The files of a directory or of a Git revision. */
export function readVersion(version: string, path: string, ports: Ports): TenantFiles | RevisionFiles {
  if (ports.files.kindOf(version) !== 'nothing' || version === path)
    return readTenantFiles(version, ports, startProgress(ports));
  // In the notation of Git for a directory of a revision, so that users can compare a renamed directory.
  const [, revision = version, own = path] = /^([^:]+):(.*)$/.exec(version) ?? [];
  const found = ports.readRevision(revision, own || '.');
  return found.ok || found.why !== 'no-files'
    ? found
    : { ...found, message: `${found.message}; ${directoryHint(revision)}; ${lastTenantHint(own)}` };
}

export function directoryHint(revision: string): string {
  return `to compare another directory, use ${revision}:DIR`;
}
