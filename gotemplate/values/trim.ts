/**
 * Removes matching characters from the end of a text. A regular expression such as ` +$` would take quadratic time for a
 * text with many spaces.
 */
export function trimEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text[end - 1] as string)) end--;
  return text.slice(0, end);
}
