/**
 * Removes trailing characters that match the pattern of a single character. A regular expression such as `\s+$` takes
 * quadratic time: more than ten minutes for a million spaces in the middle of a text.
 */
export function trimEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text[end - 1] as string)) end--;
  return text.slice(0, end);
}
