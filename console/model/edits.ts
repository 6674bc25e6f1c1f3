import { type AuthorOf, openDirectoryLimits, sizeLimits } from '../../core/source/directory-limits.ts';
import { byteLength } from '../../data/byte-length.ts';
import { limits } from '../../data/limits.ts';
import { type SourceFile, untrustedAuthorOf } from '../../leasehold.ts';
import type { World } from './world.ts';

/** A file after a change; undefined text deletes it. */
export interface Edit {
  readonly path: string;
  readonly text: string | undefined;
}

/**
 * The files after the edits, as a render of the resulting commit would read them. A file that exceeds a limit is
 * unreadable. If a tenant's directory exceeds a limit, only its first file remains, as unreadable. Unchanged files keep
 * their object identity.
 */
export function applyEdits({ files, loaded }: World, edits: readonly Edit[]): readonly SourceFile[] {
  const { authorOf } = loaded();
  // Of a directory that exceeds a limit, the files contain only the first one, or the directory itself. Edits in it are ignored,
  // because its new size is unknown.
  const unread = tenantsOf(files.filter(isLargeDirectory), authorOf);
  const applied = edits.filter(({ path }) => !unread.has(authorOf(path) ?? ''));
  const edited = applied.reduce(withEdit, files);
  if ([...editedFiles(files, applied), ...editedFiles(edited, applied)].some(mentionsPlatform))
    return withinLimits(edited, untrustedAuthorOf(edited.filter(mentionsPlatform)));
  const tenants = tenantsOf(applied, authorOf);
  return tenants.size === 0 ? edited : withinLimits(edited, authorOf, tenants);
}

function editedFiles(files: readonly SourceFile[], edits: readonly Edit[]): readonly SourceFile[] {
  const paths = new Set(edits.map(({ path }) => path));
  return files.filter(({ path }) => paths.has(path));
}

function withEdit(files: readonly SourceFile[], { path, text }: Edit): readonly SourceFile[] {
  const others = files.filter((file) => file.path !== path);
  if (text === undefined) return others;
  const edited: SourceFile = byteLength(text) > limits.bytes ? { path, unreadable: 'too-large' } : { path, text };
  return files.length === others.length
    ? [...files, edited]
    : files.map((file) => (file.path === path ? edited : file));
}

/** Applies the limits of directories to the given tenants, or to all. */
function withinLimits(
  files: readonly SourceFile[],
  authorOf: AuthorOf,
  tenants?: ReadonlySet<string>,
): readonly SourceFile[] {
  const directories = openDirectoryLimits(sizeLimits, () => authorOf);
  for (const file of files)
    if (!tenants || tenants.has(authorOf(file.path) ?? '')) directories.add(file.path, [1, bytesOf(file)]);
  const mark = ({ path }: SourceFile) => ({ path, unreadable: 'large-directory' }) as const;
  return directories.apply(files, ({ path }) => path, mark);
}

function tenantsOf(files: readonly { readonly path: string }[], authorOf: AuthorOf): ReadonlySet<string> {
  return new Set(files.flatMap(({ path }) => authorOf(path) ?? []));
}

function isLargeDirectory(file: SourceFile): boolean {
  return 'unreadable' in file && ['large-directory', 'many-entries'].includes(file.unreadable);
}

function mentionsPlatform(file: SourceFile): boolean {
  return 'text' in file && /\bPlatform\b/.test(file.text);
}

function bytesOf(file: SourceFile): number {
  return 'text' in file ? byteLength(file.text) : 0;
}
