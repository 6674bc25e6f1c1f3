import { leavesOf } from '../../../data/leaves.ts';

/**
 * Whether a template or its data contains a word. If not, no selection can print a field with this name. Collects the words when
 * they are first needed. Any other text counts as contained.
 */
export function mentionsOf(template: string, data: unknown): (word: string) => boolean {
  let words: ReadonlySet<string> | undefined;
  return (word) => {
    words ??= wordsOf(template, data);
    return !/^[A-Za-z]\w*$/.test(word) || words.has(word);
  };
}

function wordsOf(template: string, data: unknown): ReadonlySet<string> {
  const texts = [template, ...leavesOf(data).flatMap(({ path, value }) => [...path, value])];
  return new Set(texts.flatMap((text) => String(text).match(/\w+/g) ?? []));
}
