import { join, resolve } from 'node:path';
import type { SourceFile } from '../leasehold.ts';
import { kindOf, readText } from './files.ts';
import { attributesName } from './git-attributes.ts';
import { readAttributes, readEntries } from './git-blobs.ts';
import { isInput, sourceEntries, type TreeEntry } from './git-entries.ts';
import { git, gitError } from './git-process.ts';
import { below } from './platform-directory.ts';

/**
 * The files that a sparse checkout omits from the working tree. Without them, a check would succeed with only some of the tenants,
 * or without the Platform that limits their authors. All paths start at the root of the repository.
 */
export interface OmittedFiles {
  /** The omitted input files below a folder, as Git has them. */
  readonly below: (folder: string) => readonly SourceFile[];
  /** The omitted attribute files directly in some folders, unchecked. */
  readonly attributesIn: (folders: readonly string[]) => readonly SourceFile[];
  /** The names of the folders in a folder that contain omitted files. */
  readonly foldersIn: (folder: string) => readonly string[];
}

/** Undefined if nothing is omitted. In a complete checkout, this is determined without Git. */
export function omittedFiles(top: string): OmittedFiles | undefined {
  if (kindOf(join(gitFolder(top), 'info', 'sparse-checkout')) !== 'file') return undefined;
  const index = readIndex(top);
  const isOmitted = ({ path, omitted }: IndexEntry) => omitted && kindOf(join(top, path)) === 'nothing';
  const omitted = new Set(index.filter(isOmitted));
  if (omitted.size === 0) return undefined;
  const environment = { GIT_DIR: resolve(gitFolder(top)) };
  return {
    below: (folder) => {
      const all = index.flatMap((entry) => entryIn(folder, entry));
      const paths = new Set([...omitted].flatMap((entry) => entryIn(folder, entry)).map(({ path }) => path));
      if (!all.some((entry) => paths.has(entry.path) && isInput(entry))) return [];
      const entries = sourceEntries(all, environment).filter(({ path }) => paths.has(path));
      const read = readEntries(entries, '', environment);
      if (!read.ok) throw gitError(read.message);
      return read.files.map((file) => ({ ...file, path: below(folder, file.path) }));
    },
    attributesIn: (folders) => {
      const names = new Set(folders.map((folder) => below(folder, attributesName)));
      return readAttributes(
        [...omitted].filter(({ path }) => names.has(path)),
        environment,
      );
    },
    foldersIn: (folder) => {
      const steps = [...omitted].flatMap((entry) => entryIn(folder, entry)).map(({ path }) => path.split('/'));
      return [...new Set(steps.flatMap(([name = '', ...rest]) => (rest.length > 0 ? [name] : [])))];
    },
  };
}

interface IndexEntry extends TreeEntry {
  readonly omitted: boolean;
}

/** In a linked working tree, `.git` is a file that names the folder. */
function gitFolder(top: string): string {
  const path = join(top, '.git');
  const [, folder] = /^gitdir: (.+)/.exec(readText(path) ?? '') ?? [];
  return folder === undefined ? path : resolve(top, folder);
}

function readIndex(top: string): readonly IndexEntry[] {
  const listed = git(['-C', top, 'ls-files', '-z', '-t', '--stage']);
  if (!listed.ok) throw gitError(listed.message);
  return listed.out
    .toString()
    .split('\0')
    .flatMap((line) => {
      const [, tag, mode = '', object = '', path = ''] = /^(\S) (\d+) ([0-9a-f]+) \d\t([\s\S]+)$/.exec(line) ?? [];
      return tag === undefined ? [] : [{ mode, object, path, omitted: tag === 'S' }];
    });
}

/** The entry with its path below a folder. */
function entryIn(folder: string, entry: TreeEntry): readonly TreeEntry[] {
  if (folder === '') return [entry];
  return entry.path.startsWith(`${folder}/`) ? [{ ...entry, path: entry.path.slice(folder.length + 1) }] : [];
}
