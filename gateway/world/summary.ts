import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { version } from '../../build/version.ts';
import { type TenantRow, tenantRows } from '../../console/model/tenant-rows.ts';
import type { World } from '../../console/model/world.ts';
import type { RoleMembers } from '../../core/kind/capabilities.ts';
import type { Catalogue } from '../../cost/catalogue.ts';
import { rostersIn, tenantsIn } from '../../leasehold.ts';

/** The parts of a commit that lists and permissions need. They use much less memory than the render. */
export interface Summary {
  /** Every tenant, sorted by name. */
  readonly rows: readonly TenantRow[];
  /** Who has which role in a tenant. */
  readonly access: readonly (readonly [tenant: string, members: readonly RoleMembers[]])[];
  /** The groups in which files list a user. */
  readonly groups: readonly (readonly [user: string, names: readonly string[]])[];
}

/** The summary of a commit. If the files have errors, only valid documents define roles. */
export function summaryOf(world: World, catalogue: Catalogue | undefined): Summary {
  const valid = { ...world.all(), objects: [], resources: world.resources() };
  return {
    rows: tenantRows(world, catalogue),
    access: tenantsIn(valid).map(({ name, summary }) => [name, summary.access ?? []]),
    groups: [...rostersIn(valid)],
  };
}

/** The summary of the newest commit, kept across restarts. */
export interface Summaries {
  readonly read: (sha: string) => Summary | undefined;
  readonly write: (sha: string, summary: Summary) => void;
}

export const noSummaries: Summaries = { read: () => undefined, write: () => {} };

interface Stored extends Summary {
  readonly version: string;
  readonly sha: string;
}

/** Summaries in a file. Without a path, none are kept. */
export function summariesIn(path: string | undefined): Summaries {
  return path === undefined ? noSummaries : summaryFile(path);
}

/** A file with one summary, which is valid only for its commit and version of leasehold. Otherwise, the commit is rendered. */
export function summaryFile(file: string): Summaries {
  return {
    read: (sha) => {
      const stored = readStored(file);
      return stored?.sha === sha && stored.version === version ? stored : undefined;
    },
    write: (sha, summary) => {
      const stored: Stored = { version, sha, ...summary };
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(stored), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}

/** Reads the stored summary. Undefined for a missing or damaged file. */
function readStored(file: string): Stored | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Stored;
  } catch {
    return undefined;
  }
}
