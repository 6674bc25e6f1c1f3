import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kindOf } from './files.ts';

/** A file of a website. Its path is relative to the root of the site, with forward slashes. */
export interface SiteFile {
  readonly path: string;
  readonly contents: Uint8Array | string;
}

/** Every file in a directory that the build writes next to the program; empty if the directory does not exist. */
export function readBuiltSite(folder: string): readonly SiteFile[] {
  const places = [`./${folder}/`, `../dist/${folder}/`].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const root = places.find((place) => existsSync(place));
  if (root === undefined) return [];
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => {
    const full = join(entry.parentPath, entry.name);
    return { path: full.slice(root.length).split('\\').join('/'), contents: readFileSync(full) };
  });
}

/** A program that the build writes next to this one; undefined if it does not exist. */
export function builtProgram(name: string): URL | undefined {
  return [`./${name}`, `../dist/${name}`].map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url));
}

/** The directories of a site, which a new version replaces. */
const folders = ['assets', 'data'];

/**
 * Writes a site to a directory that is missing, is empty, or contains an earlier version of the site. Returns false, and
 * writes nothing, if the path is a file, or the directory contains something else. `mark` is a file that every version of the site has.
 */
export function writeSite(directory: string, files: readonly SiteFile[], mark: string): boolean {
  const kind = kindOf(directory);
  if (kind === 'file') return false;
  const isOwn = kindOf(join(directory, mark)) === 'file';
  if (kind === 'directory' && !isOwn && readdirSync(directory).length > 0) return false;
  for (const folder of folders) rmSync(join(directory, folder), { recursive: true, force: true });
  for (const { path, contents } of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), contents);
  }
  return true;
}
