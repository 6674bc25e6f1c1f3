import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { basename, join, posix, relative, resolve, sep } from 'node:path';
import type { SourceFile } from '../leasehold.ts';
import { kindOf } from './files.ts';
import { attributesAbove, attributesName } from './git-attributes.ts';
import type { OmittedFiles } from './omitted-files.ts';
import { below, canHavePlatform, directoriesAbove, platformPlaces } from './platform-directory.ts';
import { readSourceFile, readTree } from './read.ts';
import { isHidden, isSourceName } from './source-rules.ts';

interface Checkout {
  readonly top: string;
  readonly omitted: OmittedFiles | undefined;
}

/** The input files of each directory that might contain the Platform, and those directly in `above`. */
export function candidatesIn(
  { top, omitted }: Checkout,
  above: string,
  inner: string,
): readonly (readonly SourceFile[])[] {
  const children = childrenOf(join(top, above), top);
  const isCandidate = (path: string) => !`${inner}/`.startsWith(`${path}/`);
  const present = children.filter((child) => child.isDirectory()).map(({ name }) => name);
  const folders = new Set([...present, ...(omitted?.foldersIn(above) ?? [])].filter(canHavePlatform));
  const paths = [...folders].map((name) => below(above, name)).filter(isCandidate);
  const filesIn = (path: string) =>
    present.includes(basename(path))
      ? readTree(join(top, path)).map((file) => ({ ...file, path: inside(top, file.path) }))
      : [];
  const files = children.filter(isInput);
  const isDirect = ({ path }: SourceFile) => isSourceName(path) && posix.dirname(path) === (above === '' ? '.' : above);
  return [
    ...paths.map((path) => [...filesIn(path), ...(omitted?.below(path) ?? [])]),
    [
      ...files.map(({ name }) => ({ ...readSourceFile(join(top, above, name), top), path: below(above, name) })),
      ...(omitted?.below(above).filter(isDirect) ?? []),
    ],
  ];
}

export function isInput(child: Dirent): boolean {
  return child.isFile() && isSourceName(child.name) && !isHidden(child.name);
}

/**
 * The entries of a directory that might contain the Platform. Outside a repository, the directories above the tenants can be
 * private. Throws for any other failure, because all authors would be trusted without the Platform.
 */
export function childrenOf(directory: string, top: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    const isPrivate = (error as NodeJS.ErrnoException).code === 'EACCES' && kindOf(join(top, '.git')) === 'nothing';
    if (isPrivate) return [];
    throw error;
  }
}

/**
 * The attribute files in the directories above `places` that can change the content of files in them. `candidates` can contain the
 * Platform. Attribute files have no effect outside a repository.
 */
export function harmfulAttributes(
  { top, isRepository, omitted }: Checkout & { readonly isRepository: boolean },
  places: readonly string[],
  candidates: () => readonly (readonly SourceFile[])[] = () => [],
): readonly SourceFile[] {
  if (!isRepository) return [];
  const folders = [...new Set(places.flatMap(directoriesAbove))];
  const files = [...folders.flatMap((folder) => attributesIn(top, folder)), ...(omitted?.attributesIn(folders) ?? [])];
  return attributesAbove(files, () => [...places, ...platformPlaces(candidates(), folders)]);
}

/** Like `harmfulAttributes`, for folders of a repository. The paths of the files and folders are absolute. */
export function readAttributesAbove(folders: readonly string[], top: string): readonly SourceFile[] {
  const places = folders.map((folder) => inside(top, folder));
  const found = harmfulAttributes({ top, isRepository: true, omitted: undefined }, places);
  return found.map((file) => ({ ...file, path: slashes(join(top, file.path)) }));
}

/** The attribute file directly in a folder. A directory with this name has no effect. */
function attributesIn(top: string, folder: string): readonly SourceFile[] {
  const path = below(folder, attributesName);
  const stats = lstatSync(join(top, path), { throwIfNoEntry: false });
  if (!stats || stats.isDirectory()) return [];
  if (stats.isSymbolicLink()) return [{ path, unreadable: 'link' }];
  return [{ ...readSourceFile(join(top, path), top), path }];
}

export function inside(top: string, path: string): string {
  return slashes(relative(resolve(top), resolve(path)));
}

/** The path with slashes, as Git writes it. */
export function slashes(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}
