import * as assert from 'uvu/assert';
import { corpus } from '../../test/corpus.ts';
import { type Delivery, deliver } from '../browser/delivery.ts';

/** A repository of the corpus, and what the core makes of it here. */
export interface Delivered {
  readonly name: string;
  /** Its place in the corpus, from 1. */
  readonly id: number;
  readonly sources: readonly { readonly path: string; readonly text: string }[];
  readonly delivery: Delivery;
}

/** All that the other shells are held against: some hundreds of repositories that render, and as many that do not. */
export function deliverCorpus(): readonly Delivered[] {
  const all = corpus().map(({ name, files }, index) => {
    const sources = files.flatMap((file) => ('text' in file ? [file] : []));
    return { name, id: index + 1, sources, delivery: deliver(files) };
  });
  const right = all.filter(({ delivery }) => delivery.ok).length;
  assert.ok(right >= 200 && all.length - right >= 200, `${right} of ${all.length} repositories render`);
  return all;
}

/** The text of each file, by path: a working tree in which each repository lies in the folder of its name. */
export function sourcesOf(repositories: readonly Delivered[]): Readonly<Record<string, string>> {
  const files = repositories.flatMap(({ sources }) => sources.map(({ path, text }) => [path, text] as const));
  return Object.fromEntries(files);
}
