import type { Ports } from './ports.ts';

/** A version of the tenants. `name` is how the user wrote it. */
export type Version =
  | { readonly kind: 'directory'; readonly name: string }
  | {
      readonly kind: 'revision';
      readonly name: string;
      readonly revision: string;
      /** The directory of the tenants in the revision, if the name contains it. */
      readonly directory?: string | undefined;
    };

export type NamedVersion =
  | { readonly ok: true; readonly version: Version }
  | { readonly ok: false; readonly message: string };

/** A version that can only be a revision. */
export function revisionOf(name: string): Extract<Version, { readonly kind: 'revision' }> {
  // In the notation of Git for a directory of a revision, so that users can compare a renamed directory.
  const [, revision = name, directory] = /^([^:]+):(.*)$/.exec(name) ?? [];
  return { kind: 'revision', name, revision, directory };
}

/**
 * The version that a user names: a directory or a revision, but never one in place of the other. The author of a pull request
 * can add a directory with the name of a branch.
 */
export function versionOf(name: string, ports: Ports): NamedVersion {
  const version = revisionOf(name);
  const { revision } = version;
  const full = ports.fullRevision(revision);
  const found = ports.files.kindOf(name);
  if (full === undefined && found !== 'nothing') return { ok: true, version: { kind: 'directory', name } };
  if (full === revision || found !== 'directory') return { ok: true, version };
  const spelling = `${full}${name.slice(revision.length)}`;
  const message = `${name} is both a directory and a Git revision; use ./${name} for the directory, or ${spelling} for the revision`;
  return { ok: false, message };
}
