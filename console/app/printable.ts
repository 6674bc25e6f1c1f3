/** Controls, characters that are not visible or reorder text, and line separators. Joiners stay, because scripts and emoji need them. */
const hidden = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text in which a character that a reader cannot see appears as its code, such as `\u202e`. Two different texts then look different. */
export function printable(text: string): string {
  return text.replace(hidden, (one) => `\\u${one.codePointAt(0)?.toString(16).padStart(4, '0')}`);
}
