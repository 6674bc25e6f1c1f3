import { distance } from 'fastest-levenshtein';

/** Returns the choice that is most likely meant by a misspelled word, or undefined if none is close. Ignores case. */
export function nearest(word: string, choices: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const ranked = choices
    .map((choice) => ({ choice, cost: distance(lower, choice.toLowerCase()) }))
    .sort((a, b) => a.cost - b.cost || (a.choice < b.choice ? -1 : 1));
  const best = ranked[0];
  return best && best.cost <= Math.max(1, Math.floor((word.length + 1) / 3)) ? best.choice : undefined;
}

export function didYouMean(word: string, choices: readonly string[]): string | undefined {
  const near = nearest(word, choices);
  return near === undefined ? undefined : `did you mean ${near}?`;
}
