import type { AnyKind } from '../../core/kind/kind.ts';
import { isTenant } from '../../core/kind/tenant.ts';
import { layoutWith, load } from '../../core/load.ts';
import { kindDenial } from '../../core/resolve/authorize.ts';
import type { SourceFile } from '../../core/source/source.ts';
import type { Path } from '../../data/tree.ts';
import { isDnsSubdomain } from '../../kubernetes/names.ts';

/** Directories for a new document, with a trailing slash. */
export interface Home {
  /** The directory of its tenant if Grants allow the kind there, otherwise the one for it in the Platform's directory. */
  readonly directory: string;
  /** The one in the Platform's directory, whose authors can write everything. */
  readonly trusted: string;
  /** The tenant whose directory it is. Undefined in the Platform's directory. */
  readonly tenant: string | undefined;
}

/** Finds where a document belongs if each tenant has a directory; undefined if not. */
export function homeOf(
  kinds: readonly AnyKind[],
  files: readonly SourceFile[],
  document: SourceFile,
): Home | undefined {
  const { directory, tenants } = layoutWith(kinds, files);
  if (directory === undefined || tenants === undefined) return undefined;
  const [found] = load(kinds, [document]).tenants;
  const shared = { directory, trusted: directory, tenant: undefined };
  if (found === undefined || !isTenant(found[1]) || !isDnsSubdomain(found[1])) return shared;
  const [{ kind, name }, tenant] = found;
  const about = name === tenant ? `${directory}tenants/` : `${directory}tenants/${tenant}/`;
  // A Platform in the top directory has no directory of its own for files about one tenant.
  const trusted = directory === '' ? '' : about;
  const isDenied = kindDenial({ kind }, load(kinds, files).world.settings.granted(tenant)) !== undefined;
  return isDenied
    ? { directory: trusted, trusted, tenant: undefined }
    : { directory: `${tenants}${tenant}/`, trusted, tenant };
}

/** A value that the rest of the repository refuses. */
export interface Refusal {
  readonly code: string;
  readonly path: Path;
  readonly choices: readonly string[];
}

/** What is refused in a file before it is rendered. */
export function refusalsIn(kinds: readonly AnyKind[], files: readonly SourceFile[], file: string): readonly Refusal[] {
  return load(kinds, files).faults.flatMap(({ code, origin, place, choices = [] }) =>
    origin.file === file && 'path' in place ? [{ code, path: place.path, choices }] : [],
  );
}
