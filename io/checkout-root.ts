import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kindOf } from './files.ts';

/**
 * The root of the checkout that contains a directory: the nearest directory above it with `.git`, which no commit can contain.
 * Undefined outside a checkout, or if the directory does not exist.
 * Git also finds other repositories, such as a directory with the files HEAD, config, objects and refs of an untrusted author.
 */
export function checkoutRoot(directory: string): string | undefined {
  if (kindOf(directory) === 'nothing') return undefined;
  for (let folder = realpathSync(directory); dirname(folder) !== folder; folder = dirname(folder))
    if (kindOf(join(folder, '.git')) !== 'nothing') return folder;
  return undefined;
}

/** The arguments of git that select the repository of a directory. Outside a checkout, git looks for one. */
export function inCheckoutOf(directory: string): readonly string[] {
  return ['-C', checkoutRoot(directory) ?? directory];
}
