import { distance } from 'fastest-levenshtein';

/**
 * Up to this number of choices, a word is compared with each choice. If there are more, the word is compared only with its
 * neighbors in alphabetical order, and in alphabetical order of the reversed choices.
 */
const maxCompared = 40;
/** The number of neighbors on each side of the word. */
const neighbors = 10;
/** The maximum length of most names in Kubernetes. A longer word has no nearest choice. */
const maxWordLength = 253;

/** Finds the choice that is most likely meant by a misspelled word; undefined if none is close. Ignores case. */
export type NearestWord = (word: string) => string | undefined;

/** Prepares many searches in the same choices, so that the cost of each does not depend on the number of choices. */
export function nearestWord(choices: Iterable<string>): NearestWord {
  const all = [...new Set(choices)];
  if (all.length <= maxCompared) return (word) => nearestOf(word, all);
  let sorted: readonly (readonly SortedChoice[])[] | undefined;
  return (word) => {
    sorted ??= [sortedBy(all, (text) => text), sortedBy(all, reversed)];
    const [byStart = [], byEnd = []] = sorted;
    const lower = word.slice(0, maxWordLength).toLowerCase();
    return nearestOf(word, [...around(byStart, lower), ...around(byEnd, reversed(lower))]);
  };
}

interface SortedChoice {
  readonly key: string;
  readonly choice: string;
}

function sortedBy(choices: readonly string[], keyOf: (text: string) => string): readonly SortedChoice[] {
  const keyed = choices.map((choice) => ({ key: keyOf(choice.slice(0, maxWordLength).toLowerCase()), choice }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

function around(sorted: readonly SortedChoice[], key: string): readonly string[] {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as SortedChoice).key < key) low = middle + 1;
    else high = middle;
  }
  return sorted.slice(Math.max(0, low - neighbors), low + neighbors).map(({ choice }) => choice);
}

export function nearest(word: string, choices: readonly string[]): string | undefined {
  return choices.length > maxCompared ? nearestWord(choices)(word) : nearestOf(word, choices);
}

function nearestOf(word: string, choices: readonly string[]): string | undefined {
  if (word.length > maxWordLength) return undefined;
  const lower = word.toLowerCase();
  const maxCost = Math.max(1, Math.floor((word.length + 1) / 3));
  const ranked = choices
    .filter(({ length }) => Math.abs(length - word.length) <= maxCost)
    .map((choice) => ({ choice, cost: typingErrors(lower, choice.toLowerCase()) }))
    .sort((a, b) => a.cost - b.cost || (a.choice < b.choice ? -1 : 1));
  const best = ranked[0];
  return best && best.cost <= maxCost ? best.choice : undefined;
}

/** The edit distance; two neighboring characters in the wrong order count as one error. */
function typingErrors(word: string, choice: string): number {
  return isSwap(word, choice) ? 1 : distance(word, choice);
}

function isSwap(word: string, choice: string): boolean {
  let start = 0;
  while (start < word.length && word[start] === choice[start]) start++;
  const swapped = `${word[start + 1]}${word[start]}${word.slice(start + 2)}`;
  return start + 1 < word.length && choice.slice(start) === swapped;
}

export function didYouMean(word: string, choices: readonly string[]): string | undefined {
  return suggestion(nearest(word, choices));
}

/** The choice that a `nearestWord` found, as a question. */
export function suggestion(near: string | undefined): string | undefined {
  return near === undefined ? undefined : `did you mean ${near}?`;
}
