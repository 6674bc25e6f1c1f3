import { listAt, textAt, valueAt } from '../../data/tree.ts';

/** A Git generator of an ApplicationSet, with its path. */
export interface GitGenerator {
  readonly path: string;
  readonly git: unknown;
}

/** The globs of the directories that a Git generator does not exclude. */
export function includedDirectories(git: unknown): readonly string[] {
  const included = listAt(git, 'directories').filter((one) => valueAt(one, 'exclude') !== true);
  return included.map((one) => textAt(one, 'path'));
}

/** The Git generators, including those nested in matrix and merge generators. */
export function gitGenerators(holder: unknown, path: string): readonly GitGenerator[] {
  return listAt(holder, 'generators').flatMap((generator, index) => {
    const place = `${path}.generators[${index}]`;
    const own = valueAt(generator, 'git');
    const inner = ['matrix', 'merge'].flatMap((name) => gitGenerators(valueAt(generator, name), `${place}.${name}`));
    return own === undefined ? inner : [{ path: `${place}.git`, git: own }, ...inner];
  });
}
