import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inventoryFile } from '../../io/inventory-file.ts';
import { ownershipFile } from '../../io/ownership.ts';
import type { Delivered } from './corpus.ts';

/** Text by path. */
export type Contents = ReadonlyMap<string, string>;

/** The files that a shell writes for the repositories that render. Each repository has a directory with its name. */
export function expectedContents(repositories: readonly Delivered[]): Contents {
  const valid = repositories.filter(({ delivery }) => delivery.ok);
  const files = valid.flatMap(({ name, delivery }) =>
    [...delivery.files, inventoryFile(delivery.inventory)].map(({ path, text }) => [`${name}/${path}`, text] as const),
  );
  return new Map(files);
}

/** Records of the owner and the sources of files, which are not applied to a cluster. */
const records = [ownershipFile, 'hydrator.metadata'];

/** The content of a directory, without the records and the data of Git. */
export function contentsOf(folder: string): Contents {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !records.includes(entry.name));
  const paths = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  const own = paths.filter((path) => !path.startsWith('.git/'));
  return new Map(own.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** Paths of files that exist on one side only, or that differ. */
export function differences(one: Contents, other: Contents): readonly string[] {
  const paths = new Set([...one.keys(), ...other.keys()]);
  return [...paths].filter((path) => one.get(path) !== other.get(path));
}
