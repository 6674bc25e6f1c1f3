/**
 * The text without the characters at its end that a pattern of one matches. A pattern of many that ends in `$` would be
 * tried at each of them wherever they stand, and take hours for a text of a million spaces.
 */
export function trimEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text[end - 1] as string)) end--;
  return text.slice(0, end);
}
