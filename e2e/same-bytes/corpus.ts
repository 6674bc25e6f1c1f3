import * as assert from 'uvu/assert';
import { corpus } from '../../test/corpus.ts';
import { type Delivery, deliver } from '../browser/delivery.ts';

/** A repository of the corpus, and the result of the core in this process. */
export interface Delivered {
  readonly name: string;
  /** Its index in the corpus, from 1. */
  readonly id: number;
  readonly sources: readonly { readonly path: string; readonly text: string }[];
  readonly delivery: Delivery;
}

/** The repositories for comparing all programs: at least 200 that render, and at least 200 that do not. */
export function deliverCorpus(): readonly Delivered[] {
  const all = corpus().map(({ name, files }, index) => {
    const sources = files.flatMap((file) => ('text' in file ? [{ ...file, path: movedPath(file.path) }] : []));
    return { name: movedPath(name), id: index + 1, sources, delivery: deliver(sources) };
  });
  const valid = all.filter(({ delivery }) => delivery.ok).length;
  assert.ok(valid >= 200 && all.length - valid >= 200, `${valid} of ${all.length} repositories render`);
  return all;
}

/** The programs read a directory named platform for the directories next to it, so no repository is in one. */
function movedPath(path: string): string {
  return path.replace('/platform/', '/platforms/');
}

/** The text of each file, by path: a working tree with a directory for each repository. */
export function sourcesOf(repositories: readonly Delivered[]): Readonly<Record<string, string>> {
  const files = repositories.flatMap(({ sources }) => sources.map(({ path, text }) => [path, text] as const));
  return Object.fromEntries(files);
}
