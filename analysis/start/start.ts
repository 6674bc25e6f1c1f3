import type { AnyKind } from '../../core/kind/kind.ts';
import { isTenant } from '../../core/kind/tenant.ts';
import type { World } from '../../core/kind/world.ts';
import { load } from '../../core/load.ts';
import { kindDenial } from '../../core/resolve/authorize.ts';
import type { Identified } from '../../core/resolve/identify.ts';
import type { Resolved } from '../../core/resolve/resolve.ts';
import type { SourceFile } from '../../core/source/source.ts';
import type { Path } from '../../data/tree.ts';
import { isDnsSubdomain } from '../../kubernetes/names.ts';

/**
 * Directories for a new document, with a trailing slash; empty for the top directory. If the document has no tenant, both
 * directories are the directory of the Platform.
 */
export interface Directories {
  /** The directory of its tenant if Grants allow the kind there, otherwise the tenant's part of the Platform's directory. */
  readonly directory: string;
  /** The tenant's part of the Platform's directory, whose authors can write everything. */
  readonly trusted: string;
  /** The tenant whose directory is `directory`. Undefined in the Platform's directory. */
  readonly tenant: string | undefined;
}

/** Finds the directories for a document. Undefined if the repository has no directory for each tenant. */
export function directoriesIn(
  kinds: readonly AnyKind[],
  { layout, world }: Resolved,
  document: SourceFile,
): Directories | undefined {
  const { directory, tenants } = layout;
  if (directory === undefined || tenants === undefined) return undefined;
  const [found] = load(kinds, [document]).tenants;
  const shared = { directory, trusted: directory, tenant: undefined };
  const tenant = found && tenantOf(found, world);
  if (found === undefined || tenant === undefined || !isTenant(tenant) || !isDnsSubdomain(tenant)) return shared;
  const [{ kind, name }] = found;
  const about = name === tenant ? `${directory}tenants/` : `${directory}tenants/${tenant}/`;
  // A Platform in the top directory has no separate directory for files about one tenant.
  const trusted = directory === '' ? '' : about;
  const isDenied = kindDenial({ kind }, world.settings.granted(tenant)) !== undefined;
  return isDenied
    ? { directory: trusted, trusted, tenant: undefined }
    : { directory: `${tenants}${tenant}/`, trusted, tenant };
}

/** A document that belongs to the tenant of its namespace, such as a TemplateInstance, does not name the tenant itself. */
function tenantOf([{ kind, namespace }, tenant]: readonly [Identified, string], world: World): string | undefined {
  return kind.tenancy === 'shared' && kind.delegation ? world.namespace(namespace)?.tenant : tenant;
}

/** A problem of a field that loading the files reports. */
export interface Rejection {
  readonly code: string;
  readonly path: Path;
  readonly choices: readonly string[];
}

/** Lists the problems of the fields of one file that loading the files reports. Renders nothing. */
export function rejectionsIn(
  kinds: readonly AnyKind[],
  files: readonly SourceFile[],
  file: string,
): readonly Rejection[] {
  return load(kinds, files).problems.flatMap(({ code, origin, place, choices = [] }) =>
    origin.file === file && 'path' in place ? [{ code, path: place.path, choices }] : [],
  );
}
